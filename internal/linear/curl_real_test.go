//go:build integration

package linear

import (
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const moment = 3 * time.Second

// curlOfTests is the real curl command, to check the stand-in.
var curlOfTests = curl

func TestTLS(t *testing.T) {
	f := newFake(t)
	server := httptest.NewTLSServer(f)
	defer server.Close()
	for _, url := range []string{server.URL, strings.Replace(f.url, "http:", "https:", 1)} { // the second one has no TLS
		f.url = url
		if e := f.upsert(Comment{Issue: "CIA-12", Body: text}).failure(t); e.Unsure || !strings.Contains(e.Cause, " cannot be reached: curl: (") {
			t.Errorf("got %v", e)
		}
	}
	f.expect()
	file := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}
	if err := os.WriteFile(file, pem.EncodeToMemory(&block), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CURL_CA_BUNDLE", file)
	f.url = server.URL
	if done := f.upsert(Comment{Issue: "CIA-12", Body: text}); done.err != nil || f.comments[id(1)] != text {
		t.Errorf("got %+v", done)
	}
}
