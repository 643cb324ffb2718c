package linear

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func TestProxy(t *testing.T) {
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
	for _, name := range []string{"no_proxy", "NO_PROXY", "https_proxy", "all_proxy"} {
		t.Setenv(name, "")
	}
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	f := newFake(t)
	f.upsertWith(Client{Key: testKey, URL: "https://linear.invalid/graphql", run: curl}, t.Context(), Comment{Issue: "CIA-12", Body: text}).failure(t)
	done := f.upsertWith(Client{Key: testKey, URL: f.url, run: curl}, t.Context(), Comment{Issue: "CIA-12", Body: text})
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 1 || asked[0] != "CONNECT linear.invalid:443" || done.err != nil {
		t.Errorf("the proxy was asked %q; %v", asked, done.err)
	}
}
