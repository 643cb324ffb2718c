package loop

import (
	"testing"

	"mdck/mdcheckpoint/protocol"
)

func TestOwner(t *testing.T) {
	text := FormatOwner(protocol.LockOwner{PID: 42, Host: "build 1\nx", Since: now})
	if text != "pid: 42\nhost: build 1 x\ntime: "+stamp+"\n" {
		t.Errorf("got %q", text)
	}
	for _, s := range styles[1:4:4][:1] {
		if got := ParseOwner(s.Of(text)); got.Name != "" || got.PID != 42 || got.Host != "build 1 x" || !got.Since.Equal(now) {
			t.Errorf("%s: got %+v", s.Name, got)
		}
	}
	for text, want := range map[string]bool{"": false, "pid: ": false, "pid: -3\n": false, "pid: x": false, "host: a\n": false, "time: 2026": false, "pid: 7": true, "{}": false} {
		if got := ParseOwner(text); (got.Name == "") != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
