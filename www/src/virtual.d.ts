declare module "virtual:first-visit" {
  /** The answer for the example, as JSON. */
  const state: string;
  export default state;
}
