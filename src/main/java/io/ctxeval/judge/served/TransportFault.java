package io.ctxeval.judge.served;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Why no response came, read from an exception and its causes. The words are ours: what libraries say may quote a header.
 *
 * <p>A host name that doesn't resolve and a certificate that isn't trusted are a wrong configuration as long as the endpoint has
 * never answered: judging stops, as it does after a 404. Later they are a passing fault of the network and retried.
 */
record TransportFault(CallClass callClass, String words) {
    private static final int MOST_CAUSES = 16;

    static TransportFault of(@Nullable Throwable failure, boolean answeredBefore) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            TransportFault found = known(cause, answeredBefore);
            if (found != null) {
                return found;
            }
            cause = cause.getCause();
        }
        return new TransportFault(CallClass.CONNECTION_RESET, "the connection broke before a whole response came");
    }

    private static @Nullable TransportFault known(Throwable cause, boolean answeredBefore) {
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            return new TransportFault(permanentUnless(answeredBefore), "the host name of the endpoint is unknown");
        }
        if (cause instanceof CertificateException) {
            return new TransportFault(permanentUnless(answeredBefore), "the endpoint's certificate isn't trusted");
        }
        if (cause instanceof HttpTimeoutException || cause instanceof CancellationException) {
            return new TransportFault(CallClass.TIMED_OUT, "no whole response within the time of an attempt");
        }
        if ((cause instanceof ConnectException && !unresolved(cause)) || cause instanceof NoRouteToHostException) {
            return new TransportFault(CallClass.CONNECTION_REFUSED, "the connection was refused");
        }
        return null;
    }

    /** The client reports an unknown host as a failed connection whose cause tells the truth. */
    private static boolean unresolved(Throwable cause) {
        return cause.getCause() instanceof UnresolvedAddressException
                || (cause.getCause() instanceof ConnectException deeper && unresolved(deeper));
    }

    private static CallClass permanentUnless(boolean answeredBefore) {
        return answeredBefore ? CallClass.CONNECTION_REFUSED : CallClass.NOT_FOUND;
    }
}
