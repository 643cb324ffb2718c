package save

// Environment variables: the key of Linear, and the address of a test server.
const (
	KeyVariable = "LINEAR_API_KEY"
	URLVariable = "MDCK_LINEAR_URL"
)
