package io.ctxeval.plan;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
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

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Long, with digits among small letters. */
    private static final Pattern LIKE_A_KEY = Pattern.compile("(?=.*[a-z])(?=.*[0-9]).{20,}");

    private static final int LAST_PORT = 65_535;

    private JudgeKinds() {}

    /** Whether verdicts come from an endpoint, now or before. */
    static boolean isServed(String kind) {
        return SERVED.contains(kind);
    }

    static Form<String> form() {
        return Form.word(EMBEDDED, "lexical", "openai", "anthropic", RECORDED, "given", "none");
    }

    /** The name of an environment variable. What looks like the key itself is refused, and not shown. */
    static Form<String> variable() {
        String allowed = "the name of an environment variable";
        return Form.plain(allowed, value -> {
            String name = Form.characters(value, allowed);
            if (!VARIABLE.matcher(name).matches() || LIKE_A_KEY.matcher(name).matches()) {
                throw new BadValue(
                        "must be " + allowed
                                + ", such as OPENAI_API_KEY, and not the key itself (what was given isn't shown)",
                        value.place());
            }
            return name;
        });
    }

    /** An address of an endpoint. User and password don't belong there. */
    static Form<String> url() {
        String allowed = "an http or https address, with a port of 1 to 65535 if any and without a fragment";
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
                boolean port = address.getPort() == -1 || (address.getPort() >= 1 && address.getPort() <= LAST_PORT);
                boolean web = address.getScheme() != null
                        && List.of("http", "https").contains(address.getScheme().toLowerCase(Locale.ROOT));
                if (address.getHost() != null && web && port && address.getRawFragment() == null) {
                    return text;
                }
            } catch (URISyntaxException notAnAddress) {
                throw new BadValue(value, allowed);
            }
            throw new BadValue(value, allowed);
        });
    }
}
