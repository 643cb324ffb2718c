package gitrepo

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

// tailSize is how many bytes of output are kept.
const tailSize = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[max(len(p)-tailSize, 0):]...)
	if len(t.text) > 2*tailSize {
		t.text = append(t.text[:0], t.text[len(t.text)-tailSize:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.text[max(len(t.text)-tailSize, 0):]) }
