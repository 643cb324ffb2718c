// Package plan is the protocol of plans: a folder of plan files, the state of the work on
// them, and what one session leaves for the next.
//
// The files are read in the packages below: planfile has the plans, their order and their
// checkpoints, position the state and the hand-offs, threshold the limits of a session.
// This package says what they mean together.
package plan
