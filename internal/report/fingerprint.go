package report

import (
	"crypto/sha256"
	"fmt"

	"mdck/lint"
)

// fingerprintKey names the way in which fingerprints are made; another way needs
// another version. GitHub's own key, primaryLocationLineHash, is left to its
// upload, which warns of every value but the one that it computes.
const fingerprintKey = "mdckFinding/v1"

// fingerprints tells the findings of one run apart.
type fingerprints map[string]int

// of is the fingerprint of the next finding, in the file that is known as path: a
// hash, a colon, and the number of the finding among those with the same hash.
//
// The hash is of path and of [lint.Fingerprint], which says what it is stable
// against. Findings with the same hash change places when the first of them goes.
func (f fingerprints) of(path string, d *lint.Diagnostic) string {
	sum := sha256.Sum256([]byte(path + "\x00" + lint.Fingerprint(d)))
	hash := fmt.Sprintf("%x", sum[:16])
	f[hash]++
	return fmt.Sprintf("%s:%d", hash, f[hash])
}
