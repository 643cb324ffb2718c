// Package plan is the protocol of plans with human checkpoints: its rules, and how its
// files are read for them.
//
// Package planfile reads and edits plan files, package position the files that record
// where the work on plans is, package threshold limits and triggers.
package plan
