package pick

import (
	"testing"

	"mdck/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
