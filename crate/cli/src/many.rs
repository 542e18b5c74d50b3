//! Parallel processing of documents, with results in order.

use std::{
    collections::BTreeMap,
    io,
    num::NonZero,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

/// Applies `work` to items on all processors, and `take` to the results in the order of the items, each as soon as
/// those before it have been taken.
///
/// # Errors
///
/// The first error of `take`; each thread then stops after the item that it is working on.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let items = Mutex::new(items.enumerate());
    let (done, results) = mpsc::sync_channel(workers);
    thread::scope(|scope| {
        for _ in 0..workers {
            let (items, work, done) = (&items, &work, done.clone());
            scope.spawn(move || {
                let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((at, item)) = next() {
                    // `take` has failed, and the receiver is gone.
                    if done.send((at, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let (mut early, mut next) = (BTreeMap::new(), 0);
        for (at, result) in results {
            early.insert(at, result);
            while let Some(result) = early.remove(&next) {
                take(result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let mut taken = Vec::new();
        let work = |number: u64| (0..number * 7919 % 1000).fold(number, |sum, _| std::hint::black_box(sum));
        in_order(0..1000, work, |result| {
            taken.push(result);
            Ok(())
        })
        .expect("nothing fails");
        assert_eq!(taken, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_it() {
        let mut taken = 0;
        let done = in_order(
            0..,
            |number| number,
            |number| {
                taken += 1;
                if number < 10 { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
            },
        );
        assert_eq!((done.map_err(|error| error.kind()), taken), (Err(io::ErrorKind::BrokenPipe), 11));
    }
}
