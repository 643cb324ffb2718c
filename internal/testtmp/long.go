package testtmp

import "os"

// Long reports whether slow tests try all cases, as .ci/faults requests with the variable
// MDCK_LONG. Otherwise they try only some of the cases.
func Long() bool { return os.Getenv("MDCK_LONG") != "" }
