//! Schemas that lead back to themselves.

use super::{Definitions, Lead};
use crate::{
    limits::Work,
    lower::Link,
    order::{Map, Set, sort_by_key},
    resolve::on_cycles,
    schema::{Ast, SchemaId},
};

/// Schemas on loops of references.
pub(in crate::lower) struct Loops {
    pub(super) recursive: Set<SchemaId>,
    pub(super) unbreakable_cycles: Set<SchemaId>,
    /// The schemas that allow any JSON value, if some schema is recursive.
    pub(super) anything: Set<SchemaId>,
}

impl Definitions {
    /// The schemas of the members and items that have to become optional so that no loop of references is left in which
    /// a value cannot omit any step: no more of them than loops need, items before members, later ones before earlier
    /// ones. Those in `loosened` are not found again: they are as loose as they get.
    pub(super) fn links_to_loosen(&self, ast: &Ast<'_>, loosened: &Set<SchemaId>) -> Vec<SchemaId> {
        let needs = |from: SchemaId| self.leads.get(&from).into_iter().flatten().filter(|lead| lead.links.is_some());
        if self.all().all(|from| needs(from).next().is_none()) {
            return Vec::new();
        }
        let loops = on_cycles(ast, &|from| needs(from).map(|lead| lead.to).collect());
        let on_loops = loops.iter().flat_map(|from| needs(*from).map(|lead| (*from, lead)));
        Loosening::of(on_loops.filter(|(_, lead)| loops.contains(&lead.to)), loosened).links(ast.work())
    }
}

/// The search for the links to loosen: all are, then one after the other is tightened again unless that closes a loop.
#[derive(Default)]
struct Loosening {
    /// The steps of the search so far.
    steps: usize,
    /// The definitions that each leads to through tightened links only.
    tight: Map<SchemaId, Vec<SchemaId>>,
    /// The ways from a definition to another that each link is part of, as indices of `ways`.
    parts: Map<Link, Vec<usize>>,
    ways: Vec<Way>,
}

/// A way from a definition to another, and how many of its links are still loosened.
struct Way {
    from: SchemaId,
    to: SchemaId,
    loosened: usize,
}

impl Loosening {
    fn of<'l>(leads: impl Iterator<Item = (SchemaId, &'l Lead)>, fixed: &Set<SchemaId>) -> Loosening {
        let mut search = Loosening::default();
        for (from, lead) in leads {
            let links = lead.links.iter().flatten().filter(|link| !fixed.contains(&link.schema));
            let links: Set<Link> = links.copied().collect();
            for link in links.iter() {
                search.parts.or_default(*link).push(search.ways.len());
            }
            if links.is_empty() {
                search.tight.or_default(from).push(lead.to);
            }
            search.ways.push(Way { from, to: lead.to, loosened: links.len() });
        }
        search
    }

    /// Returns the schemas of the links that stay loosened.
    fn links(mut self, work: &Work) -> Vec<SchemaId> {
        let mut links: Vec<Link> = self.parts.keys().copied().collect();
        sort_by_key(&mut links, |link| (!link.is_member, link.schema));
        links.retain(|link| !self.tighten(*link));
        work.step(self.steps / STEPS);
        links.into_iter().map(|link| link.schema).collect()
    }

    /// Tightens a link; `false`, without a change, if that closes a loop.
    fn tighten(&mut self, link: Link) -> bool {
        let Some(parts) = self.parts.get(&link) else { return true };
        let (tight, mut added) = (&mut self.tight, Vec::new());
        for Way { from, to, .. } in parts.iter().map(|at| &self.ways[*at]).filter(|way| way.loosened == 1) {
            if leads_to(tight, *to, *from, &mut self.steps) {
                for from in added {
                    tight.or_default(from).pop();
                }
                return false;
            }
            tight.or_default(*from).push(*to);
            added.push(*from);
        }
        for at in parts {
            self.ways[*at].loosened -= 1;
        }
        true
    }
}

/// The most steps of a search, after which all links that are left stay loosened, and how many of them count as one of
/// the call.
const MAX_STEPS: usize = 1_000_000;
const STEPS: usize = 16;

/// Whether references lead from a definition to another; `true` if the search ends before that is known.
fn leads_to(leads: &Map<SchemaId, Vec<SchemaId>>, from: SchemaId, to: SchemaId, steps: &mut usize) -> bool {
    let (mut seen, mut pending) = (Set::from_iter([from]), vec![from]);
    while let Some(at) = pending.pop() {
        let next = leads.get(&at).map_or(&[][..], Vec::as_slice);
        *steps += 1 + next.len();
        if at == to || *steps > MAX_STEPS {
            return true;
        }
        pending.extend(next.iter().filter(|next| seen.insert(**next)));
    }
    false
}
