package testtmp

import "os"

// Long reports whether slow tests try all cases, as .ci/faults requests.
func Long() bool { return os.Getenv("MDCK_LONG") != "" }
