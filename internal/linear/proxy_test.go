package linear

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// The proxy of the environment is used, and gets the name of the host and no key.
// The variables are read once in a process, so this test is run again by itself.
func TestProxy(t *testing.T) {
	if os.Getenv("MDCK_TEST_PROXY") != "" {
		c := Client{Key: testKey, URL: "https://linear.invalid/graphql"}
		_, err := c.Upsert(t.Context(), Comment{Issue: "CIA-12", Body: text}, func(string) error { return nil })
		newFake(t).secret(err)
		run{err: err}.failure(t)
		return
	}
	var mu sync.Mutex
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+r.Host)
		for _, values := range r.Header {
			if strings.Contains(strings.Join(values, " "), testKey) {
				t.Error("the proxy got the key")
			}
		}
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	cmd := exec.Command(os.Args[0], "-test.run=^TestProxy$")
	for _, v := range os.Environ() {
		if key, _, _ := strings.Cut(v, "="); !strings.HasSuffix(strings.ToLower(key), "_proxy") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "MDCK_TEST_PROXY=1", "HTTPS_PROXY="+proxy.URL)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) == 0 || asked[0] != "CONNECT linear.invalid:443" {
		t.Errorf("the proxy was asked %q", asked)
	}
}
