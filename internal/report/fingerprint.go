package report

import (
	"crypto/sha256"
	"fmt"

	"mdck/lint"
)

// fingerprintKey identifies the algorithm for fingerprints. A changed algorithm needs a new
// version. mdck does not set GitHub's own key, primaryLocationLineHash. GitHub's upload computes
// that value and warns about every other value.
const fingerprintKey = "mdckFinding/v1"

type fingerprints map[string]int

// of returns the fingerprint of the next finding in the file at path. It is a hash, a colon, and
// the number of the finding among findings with the same hash.
//
// The hash covers path and [lint.Fingerprint]. The comment of Fingerprint lists the changes that do
// not affect it. If the first of several findings with the same hash disappears, the others get new
// numbers.
func (f fingerprints) of(path string, d *lint.Diagnostic) string {
	sum := sha256.Sum256([]byte(path + "\x00" + lint.Fingerprint(d)))
	hash := fmt.Sprintf("%x", sum[:16])
	f[hash]++
	return fmt.Sprintf("%s:%d", hash, f[hash])
}
