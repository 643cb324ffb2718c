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

// of is the fingerprint of the next finding: a hash, a colon, and the number of the
// finding among those with the same hash.
//
// The hash is of the path in the tree of the checkpoint and of [lint.Fingerprint],
// which says what it is stable against; another directory that mdck is started in
// does not matter, another name of the file does. Findings with the same hash change
// places when the first of them goes.
func (f fingerprints) of(d *lint.Diagnostic) string {
	sum := sha256.Sum256([]byte(d.Path + "\x00" + lint.Fingerprint(d)))
	hash := fmt.Sprintf("%x", sum[:16])
	f[hash]++
	return fmt.Sprintf("%s:%d", hash, f[hash])
}
