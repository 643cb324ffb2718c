package testtmp

import "os"

// Long reports whether slow tests are to try all that they could, as .ci/faults asks by the variable
// MDCK_LONG. Without it they try a share.
func Long() bool { return os.Getenv("MDCK_LONG") != "" }
