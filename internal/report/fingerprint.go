package report

import (
	"crypto/sha256"
	"fmt"

	"mdck/lint"
)

// fingerprintKey identifies the algorithm; a change needs a new version. GitHub's upload computes
// its own key, primaryLocationLineHash.
const fingerprintKey = "mdckFinding/v1"

type fingerprints map[string]int

func (f fingerprints) of(path string, d *lint.Diagnostic) string {
	sum := sha256.Sum256([]byte(path + "\x00" + lint.Fingerprint(d)))
	hash := fmt.Sprintf("%x", sum[:16])
	f[hash]++
	return fmt.Sprintf("%s:%d", hash, f[hash])
}
