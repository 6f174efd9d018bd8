package io.ctxeval.plan;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;

/** The kinds of judge. */
final class JudgeKinds {
    /** Brings a model that has to be loaded. */
    static final String EMBEDDED = "embedded";

    /** Takes verdicts from the ledger and calls nobody. */
    static final String RECORDED = "recorded";

    private static final List<String> SERVED = List.of("openai", "anthropic", RECORDED);

    private static final Pattern SECRET_PARAMETER =
            Pattern.compile("(?i)(^|[&;])[^=&;]*(auth|key|token|secret|passw|credential|sig)[^=&;]*=");

    private JudgeKinds() {}

    /** Whether verdicts come from an endpoint, now or before. */
    static boolean isServed(String kind) {
        return SERVED.contains(kind);
    }

    static Form<String> form() {
        return Form.word(EMBEDDED, "lexical", "openai", "anthropic", RECORDED, "given", "none");
    }

    /** An address of an endpoint. User and password don't belong there. */
    static Form<String> url() {
        String allowed = "an http or https address";
        return Form.plain(allowed, value -> {
            String text = Form.characters(value, allowed);
            try {
                URI address = new URI(text);
                if (address.getRawUserInfo() != null) {
                    throw new BadValue(
                            "holds user or password; keys don't belong in a configuration, see judge.key-env",
                            value.place());
                }
                if (address.getRawQuery() != null
                        && SECRET_PARAMETER.matcher(address.getRawQuery()).find()) {
                    throw new BadValue(
                            "holds a key among its parameters; keys don't belong in a configuration, see judge.key-env",
                            value.place());
                }
                if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
                    return text;
                }
            } catch (URISyntaxException notAnAddress) {
                throw new BadValue(value, allowed);
            }
            throw new BadValue(value, allowed);
        });
    }
}
