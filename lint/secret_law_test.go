package lint

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawnFrom has the alphabets of keys, by letter. Sources: RFC 4648 and the documentation of the
// issuers.
var drawnFrom = map[byte]string{
	'd': "0123456789",
	'x': "0123456789abcdef",
	'X': "0123456789ABCDEF",
	'u': "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	'2': "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	'q': "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
	'l': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	'3': "0123456789abcdefghijklmnopqrstuvwxyz",
	'w': "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	'b': "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
	'f': "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/",
}

// issued lists the forms of keys, such as "ghp_{w36}". It is independent of the table issuers.
var issued = [...]string{
	"AKIA{216}", "AKIA{u16}", "ASIA{216}", "ABIA{216}", "ACCA{216}",
	"ghp_{w36}", "gho_{w36}", "ghu_{w36}", "ghs_{w36}", "ghs_{d7}_eyJ{w60}.eyJ{w200}.{b200}", "ghr_{w36}", "ghr_{w76}", "github_pat_{w22}_{w59}",
	"glpat-{b20}", "glpat-{b22}", "glpat-{b27}.{d2}.{39}", "glpat-{b27}.{39}", "glpat-{b131}.{32}.{39}", "glrt-t3_{b27}.{39}", "glrt-t1_{b40}.{32}.{39}", "glft-{b20}", "glffct-{b20}", "glimt-{b25}", "glsoat-{b20}", "glagent-{b50}", "gloas-{b64}", "glrt-{b20}", "glrt-t1_{b20}", "gldt-{b20}", "glptt-{x40}", "glcbt-{x2}_{b20}", "glcbt-{b20}",
	"sk-ant-api03-{b93}AA", "sk-ant-admin01-{b93}AA", "sk-ant-oat01-{b93}AA", "sk-ant-{b86}",
	"sk-proj-{b58}T3BlbkFJ{b58}", "sk-proj-{b74}T3BlbkFJ{b74}", "sk-proj-{w48}", "sk-svcacct-{b74}T3BlbkFJ{b74}", "sk-admin-{b74}T3BlbkFJ{b74}", "sk-{w20}T3BlbkFJ{w20}", "sk-{w48}",
	"sk-or-v1-{x64}", "sk-{x32}", "gsk_{w52}", "xai-{w80}", "xai-{b80}", "xai-{b84}", "pplx-{w48}", "r8_{w37}", "hf_{l34}", "hf_{w34}", "api_org_{l34}",
	"sk_live_{w24}", "sk_test_{w24}", "sk_live_51{w97}", "sk_test_51{w97}", "rk_live_{w24}", "rk_test_{w24}", "whsec_{w32}", "whsec_{w38}", "whsec_{w20}{f23}=", "whsec_{w20}{f66}==", "sk_prod_{w24}", "rk_prod_{w99}",
	"xoxb-{d12}-{d13}-{w24}", "xoxb-{d11}-{w24}", "xoxp-{d12}-{d12}-{d13}-{x32}", "xoxa-2-{d12}-{d12}-{d13}-{x32}", "xoxa-{d12}-{d12}-{d13}-{x32}", "xoxs-{d12}-{d12}-{d13}-{x32}",
	"xoxc-{d12}-{d12}-{d13}-{x64}", "xoxe-1-{w146}", "xoxe-{d12}-{w146}", "xoxe.xoxp-1-{w163}", "xoxe.xoxb-1-{w163}", "xapp-1-A{u10}-{d13}-{x64}",
	"https://hooks.slack.com/services/T{u10}/B{u10}/{w24}", "https://hooks.slack.com/services/T{u8}/B{u8}/{w24}",
	"https://discord.com/api/webhooks/{d18}/{b68}", "https://discordapp.com/api/webhooks/{d19}/{b68}",
	"AIzaSy{b33}", "GOCSPX-{b28}", "ya29.{b130}", "ya29.a0A{b180}",
	"lin_api_{w40}", "lin_oauth_{x64}", "SG.{b22}.{b43}", "npm_{w36}", "pypi-AgEIcHlwaS5vcmc{b140}", "rubygems_{x48}", "dckr_pat_{b27}", "dckr_oat_{b32}",
	"dop_v1_{x64}", "doo_v1_{x64}", "dor_v1_{x64}", "hvs.{b91}", "hvs.{w24}", "hvb.{b140}", "{w14}.atlasv1.{b67}",
	"shpat_{x32}", "shpat_{X32}", "shpca_{x32}", "shppa_{x32}", "shpss_{x32}", "ntn_{d11}{w35}", "figd_{b38}", "figd_{b40}", "figd_{b42}", "dapi{x32}", "dapi{x32}-2", "NRAK-{u27}", "glsa_{w32}_{x8}", "glsa_{w32}_{X8}", "glc_eyJ{w117}=",
	"sbp_{x40}", "sbp_{340}", "sb_secret_{b31}", "PMAK-{x24}-{x34}", "PMAK-{X24}-{X34}", "pscale_oauth_{b43}", "dp.pt.{w43}", "HRKU-AA{b58}", "pul-{x40}", "ops_eyJ{w20}{f580}", "sntrys_eyJpYXQiOjE2ODczMzY1NDMu{f120}=_{f43}", "sntryu_{x64}", "pscale_tkn_{b43}", "pscale_pw_{b43}", "AGE-SECRET-KEY-1{q58}",
	"ATATT3xFfGF0{b171}={X8}", "lsv2_pt_{x32}_{x10}", "lsv2_sk_{x32}_{x10}", "tskey-auth-k{w11}CNTRL-{w32}", "tskey-api-k{w11}CNTRL-{w33}", "tskey-client-k{w11}CNTRL-{w32}", "SK{x32}",
	"pat{w14}.{x64}", "phx_{w43}", "phx_{w48}", "CCIPAT_{w22}_{x40}", "CCIPRJ_{w22}_{x40}", "bkua_{x40}", "CFPAT-{b43}", "dt0c01.{u24}.{u64}", "sk.eyJ1Ijoi{b60}.{b22}", "AKCp8{w68}", "LTAI5t{w18}", "nvapi-{b64}",
	"ABSKQmVkcm9ja0FQSUtleS{f100}==", "ABSKQmVkcm9ja0FQSUtleS{f92}", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{f600}=",
	"mailgun.key=key-{x32}", "AWS_SECRET_ACCESS_KEY={f40}", "aws_secret_access_key = {f40}", "SecretAccessKey: {f40}", "AccountName=acme;AccountKey={f86}==", "SharedAccessKeyName=send;SharedAccessKey={f43}=",
	"https://acme.blob.core.windows.net/c?sv=2022-11-02&sr=b&sig={w43}%3D", "https://acme.blob.core.windows.net/c?sv=2022-11-02&sig={w20}%2B{w12}%2f{w9}%3d&se=x", "jdbc:postgresql://db.corp.net/app?password={w16}&user=app", "jdbc:sqlserver://db.corp.net;user=app;password={w16};encrypt=true",
	"{d9}:AA{b33}", "{d10}:AA{b33}",
	"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI{w60}.{b43}", "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJ{w200}.{b342}",
	"postgres://app:{w16}@db.corp.net/main", "rediss://:{w32}@cache:6380", "https://bot:{b24}@git.corp.net/x.git", "mongodb+srv://svc:{336}@c0.corp.net",
}

func drawn(form string, rng *rand.Rand) string {
	var b strings.Builder
	for {
		fixed, rest, more := strings.Cut(form, "{")
		b.WriteString(fixed)
		if !more {
			return b.String()
		}
		part, after, _ := strings.Cut(rest, "}")
		letters := drawnFrom[part[0]]
		for range number(part[1:]) {
			b.WriteByte(letters[rng.IntN(len(letters))])
		}
		form = after
	}
}

func number(text string) (n int) {
	for _, c := range text {
		n = 10*n + int(c-'0')
	}
	return n
}

var draws = flag.Int("draws", 250, "draw this `number` of keys of each form that any/secret has to find")

// TestSecretLaw checks that hardly any random key counts as a sample.
func TestSecretLaw(t *testing.T) {
	if len(issued) < 165 {
		t.Fatalf("%d forms, want 165", len(issued))
	}
	around := [...][2]string{
		{"", ""}, {"token: ", "."}, {`{"k":"`, `"}`}, {`"a\n`, `\n"`}, {`\u003d`, `\u0026`}, {"q%3D", "%26"}, {"GITHUB_TOKEN=", "\n"}, {"`", "`"}, {`x\t`, "\t"}, {"(", ")"}, {"myapp_", " "}, {`\\n`, `\\n`},
	}
	all := 0
	for i, form := range issued {
		rng := rand.New(rand.NewPCG(10, uint64(i)))
		missed, example := 0, ""
		for n := range *draws {
			key, side := drawn(form, rng), around[n%len(around)]
			text := side[0] + key + side[1]
			if strings.HasPrefix(side[0], "myapp") && (strings.HasPrefix(form, "{") || strings.HasPrefix(form, "sk-{x") || strings.HasPrefix(form, "SK{")) {
				text = key // not after a name
			}
			if !covers(text, key, Secrets(text)) {
				missed, example = missed+1, text
			}
		}
		all += missed
		if 1000*missed > *draws {
			t.Errorf("%s: %d of %d are missed, the last in %q", form, missed, *draws, example)
		}
	}
	if 2000*all > *draws*len(issued) {
		t.Errorf("%d of %d are missed, want at most one in two thousand", all, *draws*len(issued))
	}
	t.Logf("%d of %d missed", all, *draws*len(issued))
}

func covers(text, key string, found []Finding) bool {
	if len(found) != 1 {
		return false
	}
	shown := text[found[0].Span.Start:found[0].Span.End]
	if scheme, address, ok := strings.Cut(key, "://"); ok && !strings.Contains(key, "hooks") {
		return scheme != "" && strings.Contains(address, shown) && len(shown) >= 16
	}
	if before, ok := strings.CutSuffix(key, shown); ok && strings.ContainsAny(before, "=:") && len(shown) >= 36 {
		return true // found is the secret after the name
	}
	return shown == key || strings.HasSuffix(key, "."+shown) || strings.HasSuffix(key, "://"+shown) // xoxe. may be missing
}

func TestEscapedLaw(t *testing.T) {
	for i, form := range issued {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		for _, escape := range []*strings.Replacer{
			strings.NewReplacer("_", `\_`), strings.NewReplacer("_", `\_`, "-", `\-`, ".", `\.`), strings.NewReplacer("_", `\\_`, "-", `\\-`),
		} {
			key := drawn(form, rng)
			plain := "é " + key + ", and more"
			found := Secrets(plain)
			if len(found) != 1 {
				continue // the key looks like a sample
			}
			text := escape.Replace(plain)
			shown := plain[found[0].Span.Start:found[0].Span.End]
			want := escape.Replace(shown)
			found = Secrets(text)
			if len(found) != 1 || text[found[0].Span.Start:found[0].Span.End] != want {
				t.Errorf("%q gives %v, want %q", text, found, want)
			}
		}
	}
}

func TestSecretNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	for i, form := range issued {
		first, second := drawn(form, rng), drawn(issued[(i+1)%len(issued)], rng)
		if len(Secrets(first)) != 1 || len(Secrets(second)) != 1 {
			continue // the key looks like a sample
		}
		if found := Secrets(first + "\n" + second); len(found) != 2 {
			t.Errorf("%q and %q give %v", first, second, found)
		}
	}
}

func TestIssuersAreDrawn(t *testing.T) {
	all := strings.Join(issued[:], "\n")
	for _, f := range forms(issuers[:]) {
		if literal := f.literal[strings.IndexByte(f.literal, '>')+1:]; !strings.Contains(all, literal) {
			t.Errorf("no key is drawn for %q", literal)
		}
	}
}
