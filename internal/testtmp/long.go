package testtmp

import "os"

// Long reports whether slow tests must try all cases. .ci/faults requests this with the variable
// MDCK_LONG. Without it, the tests try only a part of the cases.
func Long() bool { return os.Getenv("MDCK_LONG") != "" }
