package planfile

import (
	"os"
	"testing"

	"mdck/internal/testtmp"
)

func TestMain(m *testing.M) {
	testtmp.Use()
	os.Exit(m.Run())
}
