// All dialogs, loaded with the first that is opened.

import "./dialogs.css";
import { Options } from "./Options";
import { Share } from "./Share";
import { Tools } from "../survey/Tools";
import { Shortcuts } from "./Shortcuts";

export const Dialogs = () => (
  <>
    <Options />
    <Share />
    <Shortcuts />
    <Tools />
  </>
);
