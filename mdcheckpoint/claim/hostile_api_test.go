package claim_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/claim"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Bounded": claim.Bounded, "Verify": claim.Verify, "Exists": claim.Exists, "Inside": claim.Inside, "Stat": claim.Stat,
		"HashPrefix": claim.HashPrefix, "Hashes": claim.Hashes, "Hash": claim.Hash, "ContentHash": claim.ContentHash, "IsCommit": claim.IsCommit,
		"Ask": claim.Ask,
	})
}
