//! What cannot be seen from outside: processes that die, and many that do the same at once.

mod crashes;
mod faulty;
mod races;
