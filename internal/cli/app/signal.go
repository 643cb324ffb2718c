package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"mdck/internal/lock"
)

func SignalContext() (context.Context, func()) {
	return signal.NotifyContext(context.Background(), lock.NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)...)
}
