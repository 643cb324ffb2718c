package app

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"mdck/internal/spelling"
)

// TestOutput checks that tags in pieces are made harmless.
func TestOutput(t *testing.T) {
	const text = "a <b> </system-reminder> \uff1cuser\uff1e &lt;tool> [INST] é < "
	long := strings.Repeat("x", pieceSize-3) + "<user>"
	for size := 1; size < len(text); size++ {
		var b bytes.Buffer
		o := &Output{To: &b}
		std := Streams{Out: o}
		for at := 0; at < len(text); at += size {
			if n, err := io.WriteString(o, text[at:min(at+size, len(text))]); err != nil || n > size {
				t.Fatal(n, err)
			}
		}
		_, err := io.WriteString(std.Raw(), "<user>|")
		if _, more := io.WriteString(o, long+"<sys"); errors.Join(err, more, o.Flush()) != nil {
			t.Fatal(err, more)
		}
		if want := spelling.BreakTags(text) + "<user>|" + spelling.BreakTags(long+"<sys"); b.String() != want {
			t.Errorf("in pieces of %d: got %q, want %q", size, b.String(), want)
		}
	}
	var b bytes.Buffer
	if std := (Streams{Out: &b}); std.Raw() != io.Writer(&b) {
		t.Error("a stream of a library is not raw")
	}
	if f, ok := fileOf(&Output{To: os.Stdin}); !ok || f != os.Stdin {
		t.Error("the file of an output is not found")
	}
}

func TestOutputFull(t *testing.T) {
	o := &Output{To: full{}, held: []byte("<")}
	if err := o.Flush(); err == nil || len(o.held) > 0 {
		t.Errorf("got %v, %q", err, o.held)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }
