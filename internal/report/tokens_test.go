package report

import (
	"encoding/json"
	"strings"
	"testing"

	"mdck/tokens"
)

func TestCounts(t *testing.T) {
	by := tokens.Estimator{Model: "claude-opus-4-7", Factor: 1.53}
	for name, c := range map[string]struct {
		counts []Count
		want   string
	}{
		"none": {nil, ""},
		"one":  {[]Count{{"a\tb", 5, 1, 19, 20, "toy", nil}}, "tokens  lines  chars  bytes  (toy)\n     5      1     19     20  a\\tb\n"},
		"wide": {
			[]Count{{"a", 12345678, 1, 1, 2, "toy", nil}, {"b", 1, 123456, 3, 3, "toy", nil}},
			"  tokens   lines  chars  bytes  (toy)\n12345678       1      1      2  a\n       1  123456      3      3  b\n12345679  123457      4      5  total\n",
		},
		"estimates": {
			[]Count{{"a", 10, 1, 2, 2, "toy", &Estimate{by, tokens.Default, 15}}, {"b", 1, 1, 2, 2, "toy", &Estimate{by, tokens.Default, 2}}},
			"tokens  estimate  lines  chars  bytes  (tokens: toy; estimate for claude-opus-4-7: 1.53 x o200k_base)\n" +
				"    10       ~15      1      2      2  a\n     1        ~2      1      2      2  b\n    11       ~17      2      4      4  total\n",
		},
		"two measures": {
			[]Count{{"a", 1, 1, 1, 1, "x", nil}, {"b", 2, 1, 1, 1, "y", nil}, {"c", 3, 1, 1, 1, "x", nil}},
			"tokens  lines  chars  bytes  (x)\n     1      1      1      1  a\n     3      1      1      1  c\n     4      2      2      2  total\n" +
				"\ntokens  lines  chars  bytes  (y)\n     2      1      1      1  b\n",
		},
	} {
		var b strings.Builder
		if err := Counts(&b, c.counts); err != nil || b.String() != c.want {
			t.Errorf("%s: %v, got\n%swant\n%s", name, err, b.String(), c.want)
		}
	}
}

func TestCountsJSON(t *testing.T) {
	var b strings.Builder
	by := tokens.Estimator{Model: "m", Factor: 1.5}
	if err := Indented(&b, []Count{{"a", 1, 2, 3, 3, "toy", nil}, {"b", 4, 5, 6, 6, "toy", &Estimate{by, tokens.Default, 6}}}); err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil || len(got) != 2 {
		t.Fatal(err, b.String())
	}
	if len(got[0]) != 6 || got[0]["characters"] != 3.0 || got[0]["path"] != "a" || got[0]["tokens"] != 1.0 || got[0]["lines"] != 2.0 || got[0]["bytes"] != 3.0 || got[0]["encoding"] != "toy" {
		t.Errorf("got %v", got[0])
	}
	estimate, _ := got[1]["estimate"].(map[string]any)
	if len(got[1]) != 7 || estimate["model"] != "m" || estimate["factor"] != 1.5 || estimate["of"] != "o200k_base" || estimate["tokens"] != 6.0 {
		t.Errorf("got %v", got[1])
	}
}
