package lint

import (
	"encoding/base64"
	"strconv"
	"strings"
	"sync"

	"mdck/mdcheckpoint/source"
)

// An issuer is a kind of key. Spaces separate prefixes and bodies; longer bodies come first. <w36>
// matches 36 bytes of the alphabet w, <w20-255> 20 to 255; see inAlphabet. Other text matches
// itself.
type issuer struct {
	kind     string
	prefixes string
	bodies   string
	check    func(text string, key source.Span) bool // nil: each match is a secret
}

// issuers has a row for each kind of key with a prefix. The first matching row counts. The length
// is a range if an issuer has changed it or does not document it, or if sources differ.
//
// Sources, as of November 2026: gitleaks 8.30 for most rows; Betterleaks for xAI, OpenRouter,
// DeepSeek, Replicate, Docker, Supabase, Figma, CircleCI and the GitLab token with two dots;
// TruffleHog for Groq, Discord and the longer tokens of GitHub; GitHub's announcement of April 2026
// for ghs_ with a web token.
//
// In several public scanners, but not compared with the documentation of the issuer: GOCSPX-,
// ya29., lin_oauth_, whsec_, bkua_, CFPAT-, dt0c01., lsv2_, nvapi-, sk.eyJ, and phx_, for which
// scanners use different lengths. From memory: glpat- of 22, glrt-t1_ and glcbt- of 20, hvs. of 24,
// xoxb-1-, xoxp-1-, xoxa-2-, LTAI and the lengths of tskey-. Not checked one by one: xoxc-, the
// parts of ghs_ with a web token and of SG., the end of ATATT3.
//
// Keys without a prefix (Mistral, Cohere, Datadog) look like other text. The table names has some.
var issuers = [...]issuer{
	{"1Password token", "ops_eyJ", "<f250-2000>", nil},
	{"AWS access key", "AKIA ASIA ABIA ACCA", "<u16>", nil},
	{"Airtable token", "pat", "<w14>.<h64>", nil},
	{"Alibaba Cloud access key", "LTAI", "<w20>", nil},
	{"Amazon Bedrock key", "ABSK", "<f109-271>", nil},
	{"Amazon Bedrock key", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t", "<f60-3000>", nil},
	{"Anthropic key", "sk-ant-", "<b32-255>", nil},
	{"Artifactory key", "AKCp", "<w69>", nil},
	{"Atlassian token", "ATATT3", "<b170-190>=<h8>", nil},
	{"Buildkite token", "bkua_", "<h40>", nil},
	{"CircleCI token", "CCIPAT_ CCIPRJ_", "<w22>_<h40>", nil},
	{"Contentful token", "CFPAT-", "<b43>", nil},
	{"Databricks token", "dapi", "<h32>-<d1> <h32>", nil},
	{"DeepSeek key", "sk-", "<h32>", isNoPath},
	{"DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "<h64>", nil},
	{"Discord webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", "<d17-20>/<b60-80>", nil},
	{"Docker token", "dckr_pat_ dckr_oat_", "<b32> <b27>", nil},
	{"Doppler token", "dp.pt.", "<w43>", nil},
	{"Dynatrace token", "dt0c01.", "<w24>.<w64>", nil},
	{"Figma token", "figd_", "<b38-42>", nil},
	{"GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "<w1-24>_eyJ<b12-300>.eyJ<b10-2000>.<b27-700> <w36-255>", nil},
	{"GitHub token", "github_pat_", "<w22>_<w59>", nil},
	{"GitLab token", "glpat- glrt-t<d1>_", "<b27-300>.<w2>.<w7-9> <b27-300>.<w9> <b20-27>", nil},
	{"GitLab token", "glrt- gldt- glft- glffct- glsoat-", "<b20>", nil},
	{"GitLab token", "glcbt-", "<w1-5>_<b20> <b20>", nil},
	{"GitLab token", "glimt-", "<b25>", nil},
	{"GitLab token", "glagent-", "<b50>", nil},
	{"GitLab token", "gloas-", "<b64>", nil},
	{"GitLab token", "glptt-", "<h40>", nil},
	{"Google API key", "AIza", "<b35>", nil},
	{"Google access token", "ya29.", "<b50-500>", nil},
	{"Google client secret", "GOCSPX-", "<b28>", nil},
	{"Grafana token", "glsa_", "<w32>_<h8>", nil},
	{"Grafana token", "glc_", "eyJ<f40-400>", nil},
	{"Groq key", "gsk_", "<w52>", nil},
	{"Heroku key", "HRKU-AA", "<b58>", nil},
	{"Hugging Face token", "hf_ api_org_", "<w34>", nil},
	{"JSON web token", "eyJ", "<b12-300>.eyJ<b10-2000>.<b27-700>", isPrivateToken},
	{"LangSmith key", "lsv2_pt_ lsv2_sk_", "<h32>_<h10>", nil},
	{"Linear key", "lin_api_ lin_oauth_", "<w32-64>", nil},
	{"Mailgun key", "key-", "<h32>", isMailgun},
	{"Mapbox secret token", "sk.eyJ", "<b40-300>.<b20-30>", nil},
	{"NVIDIA key", "nvapi-", "<b64>", nil},
	{"New Relic key", "NRAK-", "<u27>", nil},
	{"Notion token", "ntn_", "<d11><w35>", nil},
	{"OpenAI key", "sk-proj- sk-svcacct- sk-admin-", "<b32-255>", nil},
	{"OpenAI key", "sk-", "<w48>", nil},
	{"OpenRouter key", "sk-or-v1-", "<h64>", nil},
	{"Perplexity key", "pplx-", "<w48>", nil},
	{"PlanetScale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "<b32-64>", nil},
	{"PostHog key", "phx_", "<w43-60>", nil},
	{"Postman key", "PMAK-", "<h24>-<h34>", nil},
	{"Pulumi token", "pul-", "<h40>", nil},
	{"PyPI token", "pypi-AgEIcHlwaS5vcmc", "<b40-1000>", nil},
	{"Replicate token", "r8_", "<w37>", nil},
	{"RubyGems key", "rubygems_", "<h48>", nil},
	{"SendGrid key", "SG.", "<b22>.<b43>", nil},
	{"Sentry token", "sntrys_", "eyJ<f40-500>_<f40-44>", nil},
	{"Sentry token", "sntryu_", "<h64>", nil},
	{"Shopify token", "shpat_ shpca_ shppa_ shpss_", "<h32>", nil},
	{"Slack token", "xoxb-1- xoxp-1- xoxe-1-", "<w100-400>", nil},
	{"Slack token", "xoxb- xoxp- xoxa-2- xoxa- xoxs- xoxc- xoxe-", "<d9-13>-<b20-255>", nil},
	{"Slack token", "xapp-1-", "<w9-13>-<d9-13>-<w32-64>", nil},
	{"Slack webhook", "hooks.slack.com/services/", "T<u8-12>/B<u8-12>/<w23-25>", nil},
	{"Stripe key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", "<w20-255>", nil},
	{"Supabase key", "sb_secret_", "<b31>", nil},
	{"Supabase token", "sbp_", "<w40>", nil},
	{"Tailscale key", "tskey-auth- tskey-api- tskey-client-", "<w10-20>-<w24-50>", nil},
	{"Telegram bot token", "<d8-10>:AA", "<b33>", nil},
	{"Terraform token", "<w14>.atlasv1.", "<b60-70>", nil},
	{"Twilio key", "SK", "<h32>", isNoPath},
	{"Vault token", "hvs.", "<b90-120> <w24>", nil},
	{"Vault token", "hvb.", "<b138-300>", nil},
	{"age key", "AGE-SECRET-KEY-1", "<u50-58>", nil},
	{"npm token", "npm_", "<w36>", nil},
	{"webhook signing secret", "whsec_", "<f32-92>", isNoText},
	{"xAI key", "xai-", "<b70-120>", nil},
}

// names has the names before secrets without a prefix, in any case. Sources: the documentation of
// the AWS CLI, of Azure Storage and Service Bus, and of the JDBC drivers of PostgreSQL, MySQL and
// SQL Server.
var names = [...]issuer{
	{"AWS secret access key", "secretaccesskey secret_access_key secret-access-key", "<f40>", isWholeValue},
	{"Azure account key", "accountkey account_key account-key", "<f86>==", isWholeValue},
	{"Azure shared access key", "sharedaccesskey shared_access_key shared-access-key", "<f43>=", isWholeValue},
	{"Azure shared access signature", "?sig &sig ;sig", "<v43-90>%3D <v43-90>%3d <f43>=", isSignature},
	{"password", "?password &password ;password", "<v6-128>", isParameter},
}

type form struct {
	literal string // fixed start of the key, or name before it
	pattern string
	*issuer
}

var keyForms = sync.OnceValue(func() *[128][]*form {
	var byFirst [128][]*form
	for _, f := range forms(issuers[:]) {
		prefix := f.literal
		f.literal, _, _ = strings.Cut(prefix, "<")
		f.pattern = prefix + f.pattern
		if first := prefix[0]; first != '<' {
			byFirst[first] = append(byFirst[first], f)
			continue
		}
		for c := range byte(len(byFirst)) {
			if inAlphabet(prefix[1], c) {
				byFirst[c] = append(byFirst[c], f)
			}
		}
	}
	return &byFirst
})

var nameForms = sync.OnceValue(func() *[128][]*form {
	var byLast [128][]*form
	for _, f := range forms(names[:]) {
		last := f.literal[len(f.literal)-1]
		byLast[last] = append(byLast[last], f)
	}
	return &byLast
})

func forms(rows []issuer) (all []*form) {
	for i := range rows {
		for prefix := range strings.FieldsSeq(rows[i].prefixes) {
			for body := range strings.FieldsSeq(rows[i].bodies) {
				all = append(all, &form{literal: prefix, pattern: body, issuer: &rows[i]})
			}
		}
	}
	return all
}

func (f *form) title() string {
	if f.literal == "" {
		return f.kind
	}
	return f.kind + " (" + f.literal + "…)"
}

func (f *form) find(text string, offset int) source.Span {
	n, drawn := match(f.pattern, text[offset:])
	span := source.Between(offset, offset+n)
	if n < 0 || isSample(drawn) || f.check != nil && !f.check(text, span) {
		return source.Span{}
	}
	return span
}

// match returns the length of the longest match, or -1. drawn is the random part.
func match(pattern, text string) (length int, drawn string) {
	const leastDrawn = 16
	literal, pattern, hasPart := strings.Cut(pattern, "<")
	if !strings.HasPrefix(text, literal) {
		return -1, ""
	}
	text = text[len(literal):]
	if !hasPart {
		if text != "" && isAlnum(text[0]) {
			return -1, ""
		}
		return len(literal), ""
	}
	part, pattern, _ := strings.Cut(pattern, ">")
	low, high, isRange := strings.Cut(part[1:], "-")
	least, _ := strconv.Atoi(low)
	most := least
	if isRange {
		most, _ = strconv.Atoi(high)
	}
	for n := count(part[0], text[:min(most, len(text))]); n >= least; n-- {
		more, drawn := match(pattern, text[n:])
		if more < 0 {
			continue
		}
		if drawn == "" && n >= leastDrawn {
			drawn = text[:n]
		}
		return len(literal) + n + more, drawn
	}
	return -1, ""
}

func count(alphabet byte, text string) int {
	for i := range len(text) {
		if !inAlphabet(alphabet, text[i]) {
			return i
		}
	}
	return len(text)
}

func inAlphabet(alphabet, c byte) bool {
	switch alphabet {
	case 'd':
		return isDigit(c)
	case 'h':
		return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'u':
		return isDigit(c) || isUpper(c)
	case 'b': // base64 for URLs
		return isAlnum(c) || c == '-' || c == '_'
	case 'f': // base64, with padding
		return isAlnum(c) || c == '+' || c == '/' || c == '='
	case 'n': // host name
		return isAlnum(c) || c == '-' || c == '.'
	case 'v': // value in a URL
		return isAlnum(c) || strings.IndexByte("-._~%!*+=", c) >= 0
	case 'a': // user or password: RFC 3986 without quotes, brackets, commas and $
		return isAlnum(c) || strings.IndexByte("-._~%!&*+=;", c) >= 0
	}
	return isAlnum(c) // 'w'
}

// isNoPath reports whether the key is outside of paths and hosts. In these, it would be a digest.
func isNoPath(text string, key source.Span) bool {
	const joins = "/:@-_."
	behind := text[key.End:min(len(text), key.End+2)]
	endsSentence := strings.HasPrefix(behind, ".") && !(len(behind) > 1 && isAlnum(behind[1]))
	return (key.Start == 0 || strings.IndexByte(joins, text[key.Start-1]) < 0) &&
		(behind == "" || strings.IndexByte(joins, behind[0]) < 0 || endsSentence)
}

func isMailgun(text string, key source.Span) bool {
	const most = 64 // in bytes
	before := text[max(0, key.Start-most):key.Start]
	return isNoPath(text, key) && strings.Contains(strings.ToLower(before), "mailgun")
}

// isPrivateToken reports whether a web token is secret. Source: Supabase's documentation of API
// keys.
func isPrivateToken(text string, key source.Span) bool {
	claims := strings.Split(text[key.Start:key.End], ".")[1]
	raw, err := base64.RawURLEncoding.DecodeString(claims)
	return err != nil || !strings.Contains(string(raw), `"role":"anon"`) && !strings.Contains(string(raw), `"iss":"supabase-demo"`)
}

// isNoText reports whether a Base64 key decodes to something unreadable, as random keys do.
func isNoText(text string, key source.Span) bool {
	_, drawn, _ := strings.Cut(text[key.Start:key.End], "_")
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(drawn, "="))
	isOdd := func(r rune) bool { return r < ' ' || r > '~' }
	return err != nil || strings.ContainsFunc(string(raw), isOdd)
}

func isWholeValue(text string, value source.Span) bool {
	return value.End == len(text) || !inAlphabet('f', text[value.End])
}

func isSignature(text string, value source.Span) bool {
	return isWholeValue(text, value) && strings.Contains(addressAround(text, value.Start), "sv=")
}

func isParameter(text string, value source.Span) bool {
	_, host, ok := strings.Cut(addressAround(text, value.Start), "://")
	return ok && isPassword(text[value.Start:value.End], host)
}

func addressAround(text string, offset int) string {
	const most, borders = 300, " \t\r\n\"'`<>|"
	start, end := max(0, offset-most), min(len(text), offset+most)
	start += strings.LastIndexAny(text[start:offset], borders) + 1
	if i := strings.IndexAny(text[offset:end], borders); i >= 0 {
		end = offset + i
	}
	return text[start:end]
}
