package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The typed table of judge-at-scale.md 5: what a response that isn't an answer means. Status first; where one status has several
 * causes, the error's code, then its wording. Messages are at most {@value #LONGEST_MESSAGE} code points, in the endpoint's own
 * words less what may be a key.
 */
final class Refusals {
    static final int LONGEST_MESSAGE = 300;

    /** Parameters that we send and can do without. */
    private static final Pattern PARAMETER = Pattern.compile(
            "\\b(temperature|seed|max_completion_tokens|max_tokens|reasoning_effort|thinking|top_p)\\b");

    private static final Pattern REFUSING = Pattern.compile(
            "unsupported|not supported|does ?n[o']t support|not permitted|not allowed|unrecogni[sz]ed|unknown|unexpected"
                    + "|deprecated|extra (?:inputs|fields)|extra_forbidden|only the default|may only be|must be|invalid|too large|maximum allowed");

    private static final String[] CONTENT_FILTER = {
        "content_filter",
        "responsibleaipolicyviolation",
        "content_policy_violation",
        "content management policy",
        "content filter",
        "usage policy",
        "usage policies",
        "safety system",
        "content policy"
    };
    private static final String[] CONTEXT_LENGTH = {
        "context_length_exceeded",
        "maximum context length",
        "prompt is too long",
        "context length",
        "context window",
        "context limit",
        "maximum prompt length",
        "input is too long",
        "input token count",
        "too many input tokens",
        "too many tokens",
        "reduce the length of the",
        "exceeds the maximum number of tokens",
        "max_model_len",
        "exceed context",
        "context size",
        "prompt too long",
        "string_above_max_length"
    };
    private static final String[] RUNG = {
        "response_format", "json_schema", "json_object", "response format", "json schema", "json mode",
        "structured output", "guided_json", "tool_choice", "input_schema", "tool use", "tools are not supported",
        "does not support tools"
    };
    private static final String[] QUOTA_SPENT = {
        "insufficient_quota",
        "exceeded your current quota",
        "billing_hard_limit",
        "billing hard limit",
        "billing_not_active",
        "account is not active",
        "check your plan and billing",
        "credit balance",
        "out of credits",
        "insufficient credit",
        "insufficient balance",
        "insufficient funds",
        "per day",
        "perday",
        "per-day",
        "daily",
        "(rpd)",
        "(tpd)",
        "monthly",
        "per month",
        "spend limit",
        "spending limit",
        "usage limit"
    };
    // What stops a whole run is told by code or by how a message begins, never by a word that material may have brought
    // in.
    private static final String[] PAYMENT = {"your credit balance", "insufficient balance", "insufficient credit"};
    private static final String[] BAD_KEY = {"api key not valid", "invalid api key", "incorrect api key"};

    private Refusals() {}

    /** What a response outside of 200 to 299 means. */
    static Reading of(int status, String body) {
        return of(status, ErrorBody.of(body));
    }

    /** An error in a response that claims success: as if its status were the one that it states or means. */
    static Reading inAnswer(JsonNode response) {
        ErrorBody error = ErrorBody.of(response);
        if (error.number() >= 300 && error.number() <= 599) {
            return of(error.number(), error);
        }
        Optional<Reading> cause = cause(error, "HTTP 200 with an error");
        if (cause.isPresent()) {
            return cause.get();
        }
        CallClass callClass = CallClass.SERVER_ERROR;
        if (error.codes().contains("insufficient_quota")) {
            callClass = CallClass.QUOTA_SPENT;
        } else if (error.says("rate_limit", "rate limit", "too many requests")) {
            callClass = CallClass.RATE_LIMITED;
        } else if (error.codes().contains("overloaded")) {
            callClass = CallClass.OVERLOADED;
        } else if (error.codes().contains("authentication")) {
            callClass = CallClass.UNAUTHORISED;
        } else if (error.codes().contains("invalid_request")) {
            callClass = CallClass.BAD_REQUEST;
        }
        return failure(callClass, error, "HTTP 200 with an error");
    }

    /** The model itself declines. */
    static Reading byModel(String words) {
        return new Reading.Failure(
                CallClass.CONTENT_FILTER,
                Excerpt.oneLine(
                        "the model refused: " + (words.isBlank() ? "no reason given" : ErrorBody.withoutSecrets(words)),
                        LONGEST_MESSAGE));
    }

    private static Reading of(int status, ErrorBody error) {
        String beginning = "HTTP " + status;
        return switch (status) {
            case 400, 422 ->
                cause(error, beginning)
                        .orElseGet(() -> failure(
                                status == 400 ? CallClass.BAD_REQUEST : CallClass.UNPROCESSABLE, error, beginning));
            // Endpoints repeat the key that they refuse, so their words are left out here.
            case 401 ->
                new Reading.Failure(
                        CallClass.UNAUTHORISED, "HTTP 401: the endpoint doesn't accept the key, or wants one");
            case 402 -> failure(CallClass.PAYMENT_REQUIRED, error, beginning);
            case 403 -> failure(CallClass.FORBIDDEN, error, beginning);
            case 404 -> failure(CallClass.NOT_FOUND, error, beginning);
            case 408 -> failure(CallClass.REQUEST_TIMEOUT, error, beginning);
            case 409 -> failure(CallClass.CONFLICT, error, beginning);
            case 413 -> failure(CallClass.TOO_LARGE, error, beginning);
            case 425 -> failure(CallClass.TOO_EARLY, error, beginning);
            case 429 -> failure(spent(error) ? CallClass.QUOTA_SPENT : CallClass.RATE_LIMITED, error, beginning);
            // 520 to 524 are a proxy's words for 502 and 504
            case 500, 502, 503, 504, 520, 521, 522, 523, 524 ->
                failure(
                        error.codes().contains("overloaded") ? CallClass.OVERLOADED : CallClass.SERVER_ERROR,
                        error,
                        beginning);
            case 529 -> failure(CallClass.OVERLOADED, error, beginning);
            default ->
                status >= 300 && status <= 399
                        ? new Reading.Failure(
                                CallClass.REDIRECTED, beginning + ": redirects are not followed; check the base URL")
                        : failure(CallClass.OTHER_STATUS, error, beginning);
        };
    }

    /** Why a request was bad, where the body says it; the order matters, for the wordings overlap. */
    private static Optional<Reading> cause(ErrorBody error, String beginning) {
        if (error.says(CONTENT_FILTER)) {
            return Optional.of(failure(CallClass.CONTENT_FILTER, error, beginning));
        }
        if (error.parameter().startsWith("response_format")) {
            return Optional.of(new Reading.RungRefused(error.shown(beginning)));
        }
        if (error.says(CONTEXT_LENGTH)) {
            return Optional.of(failure(CallClass.CONTEXT_LENGTH, error, beginning));
        }
        Optional<String> parameter = refusedParameter(error);
        boolean named = PARAMETER.matcher(error.parameter()).matches();
        if (named && parameter.isPresent()) {
            return Optional.of(new Reading.ParameterRefused(parameter.get(), error.shown(beginning)));
        }
        if (error.begins(PAYMENT)) {
            return Optional.of(failure(CallClass.PAYMENT_REQUIRED, error, beginning));
        }
        if (error.begins(BAD_KEY) || error.codes().contains("invalid_api_key")) {
            return Optional.of(
                    new Reading.Failure(CallClass.UNAUTHORISED, beginning + ": the endpoint doesn't accept the key"));
        }
        if (error.codes().contains("model_not_found")) {
            return Optional.of(failure(CallClass.NOT_FOUND, error, beginning));
        }
        if (error.says(RUNG)) {
            return Optional.of(new Reading.RungRefused(error.shown(beginning)));
        }
        return parameter.map(name -> new Reading.ParameterRefused(name, error.shown(beginning)));
    }

    /** The first of our parameters that the message names in refusing words; the field {@code param} goes before. */
    private static Optional<String> refusedParameter(ErrorBody error) {
        for (String place : List.of(error.parameter(), error.message().toLowerCase(Locale.ROOT))) {
            Matcher name = PARAMETER.matcher(place);
            if (name.find() && REFUSING.matcher(error.everything()).find()) {
                return Optional.of(name.group());
            }
        }
        return Optional.empty();
    }

    /** A quota that no wait of minutes brings back. Google's per-minute limits use the words of a spent quota. */
    private static boolean spent(ErrorBody error) {
        boolean perMinute = error.says("perminute", "per minute") && !error.says("perday", "per day");
        return error.says(QUOTA_SPENT) && !perMinute;
    }

    private static Reading failure(CallClass callClass, ErrorBody error, String beginning) {
        return new Reading.Failure(callClass, error.shown(beginning));
    }
}
