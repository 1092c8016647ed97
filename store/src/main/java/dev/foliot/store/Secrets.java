package dev.foliot.store;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds secrets in a text, in time linear in its length. See {@link Redaction} for the rules. */
final class Secrets {
  static final String MASK = "***";
  private static final int MOST_ROUNDS = 8;

  private static final Pattern SUSPICIOUS =
      Pattern.compile(
          "password|passwd|passphrase|token|secret|key|credential|cookie|authorization",
          Pattern.CASE_INSENSITIVE);
  private static final Set<String> SUSPICIOUS_WORDS = Set.of("pass", "pw", "pwd");
  private static final Set<String> HARMLESS_LAST_WORDS =
      Set.of("type", "size", "count", "length", "bits", "format", "algorithm");
  private static final Pattern WORD_BORDER =
      Pattern.compile("[._-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  /** A name with what separates it from its value, or an option before its value. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?<![\\w.-])(?<name>[\\w.-]++)"
              + "(?:\\\\*+[\"']?+\\s*+(?<sign>=|%3[dD]|%3[aA]|:(?!:|//))\\s*+|(?<gap>\\s++))");

  private static final Pattern NEXT_PAIR =
      Pattern.compile("[,;]\\s*+\\\\*+[\"']?+[\\w.-]++\\\\*+[\"']?+\\s*+[:=]");
  private static final Pattern BEARER =
      Pattern.compile("\\b(bearer|basic)\\s+[^\\s\"']++", Pattern.CASE_INSENSITIVE);
  private static final Pattern TOKEN = Pattern.compile("[^\\s\"'<>`]++");

  private Secrets() {}

  /** Whether the name marks its value as a secret. */
  static boolean isSuspicious(String name) {
    String last = "";
    boolean suspicious = SUSPICIOUS.matcher(name).find();
    for (String word : WORD_BORDER.split(name, -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      suspicious |= SUSPICIOUS_WORDS.contains(lower);
      last = lower.isEmpty() ? last : lower;
    }
    return suspicious && !HARMLESS_LAST_WORDS.contains(last);
  }

  static String mask(String text) {
    String before = text;
    String masked = once(before);
    // Masking can join parts that were separate before.
    for (int i = 0; i < MOST_ROUNDS && !masked.equals(before); i++) {
      before = masked;
      masked = once(before);
    }
    return masked;
  }

  private static String once(String text) {
    return users(named(bearers(text)));
  }

  private static String named(String text) {
    StringBuilder masked = new StringBuilder();
    Matcher named = NAMED.matcher(text);
    int done = 0;
    int from = 0;
    while (named.region(from, text.length()).find()) {
      int end = isSecret(named, text) ? endOfValue(text, named) : named.end();
      if (end > named.end()) {
        masked.append(text, done, named.end());
        masked.append(quoted(text, named.end(), end));
        done = end;
      }
      from = Math.max(end, named.end());
    }
    return masked.append(text, done, text.length()).toString();
  }

  private static String bearers(String text) {
    return BEARER.matcher(text).replaceAll("$1 " + Matcher.quoteReplacement(MASK));
  }

  private static boolean isSecret(Matcher named, String text) {
    String name = named.group("name");
    if (!isSuspicious(name)) {
      return false;
    }
    if (named.group("gap") != null) {
      return name.startsWith("-");
    }
    boolean tight = ":".equals(named.group("sign")) && text.charAt(named.end() - 1) == ':';
    return !tight || !isOnAPath(text, named.start(), name) || isQuote(text, named.end("name"));
  }

  /** Class paths contain colons too, and a file on one may be called keys.jar. */
  private static boolean isOnAPath(String text, int start, String name) {
    return name.contains(".") || (start > 0 && "/\\".indexOf(text.charAt(start - 1)) >= 0);
  }

  private static boolean isQuote(String text, int at) {
    return at < text.length() && "\\\"'".indexOf(text.charAt(at)) >= 0;
  }

  /** The end of a value; the end of the text if its form is unknown. */
  private static int endOfValue(String text, Matcher named) {
    int start = named.end();
    int quote = start;
    while (quote < text.length() && text.charAt(quote) == '\\') {
      quote++;
    }
    if (quote < text.length() && "\"'".indexOf(text.charAt(quote)) >= 0) {
      return endOfQuoted(text, quote, quote - start);
    }
    if (start < text.length() && "[{(".indexOf(text.charAt(start)) >= 0) {
      return text.length();
    }
    boolean wholeLine = ":".equals(named.group("sign"));
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean ends =
          switch (c) {
            case '\n', '\r', '"', '\'', '&' -> true;
            case ',', ';' -> NEXT_PAIR.matcher(text).region(i, text.length()).lookingAt();
            default -> !wholeLine && Character.isWhitespace(c);
          };
      if (ends) {
        return i;
      }
    }
    return text.length();
  }

  /** Behind the closing quote, which has as many backslashes as the opening one. */
  private static int endOfQuoted(String text, int open, int backslashes) {
    int before = 0;
    for (int i = open + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == text.charAt(open)
          && (before == backslashes || (backslashes == 0 && before % 2 == 0))) {
        return i + 1;
      }
      before = c == '\\' ? before + 1 : 0;
    }
    return text.length();
  }

  /** The mask, within the quotes that the value had. */
  private static String quoted(String text, int start, int end) {
    int quote = start;
    while (quote < end && text.charAt(quote) == '\\') {
      quote++;
    }
    if (quote < end && "\"'".indexOf(text.charAt(quote)) >= 0) {
      String mark = text.substring(start, quote + 1);
      return mark + MASK + mark;
    }
    return MASK;
  }

  /** Masks the user-info of URLs, with a scheme or without. */
  private static String users(String text) {
    return TOKEN.matcher(text).replaceAll(token -> Matcher.quoteReplacement(user(token.group())));
  }

  private static String user(String token) {
    int at = token.lastIndexOf('@');
    if (at < 0) {
      return token;
    }
    int scheme = token.indexOf("://");
    if (scheme >= 0 && scheme < at) {
      return urls(token);
    }
    int colon = token.indexOf(':');
    boolean path = token.lastIndexOf('/', at) >= 0 && !token.startsWith("jdbc:");
    if (colon <= 0 || colon > at || path) {
      return token;
    }
    int start = token.lastIndexOf('=', colon) + 1;
    return token.substring(0, start) + MASK + token.substring(at);
  }

  private static String urls(String token) {
    StringBuilder masked = new StringBuilder();
    int done = 0;
    for (int scheme = token.indexOf("://"); scheme >= 0; scheme = token.indexOf("://", done)) {
      int start = scheme + 3;
      int next = token.indexOf("://", start);
      int at = endOfUser(token.substring(start, next < 0 ? token.length() : next));
      masked.append(token, done, start);
      done = start;
      if (at >= 0) {
        masked.append(MASK);
        done = start + at;
      }
    }
    return masked.append(token, done, token.length()).toString();
  }

  /** The position of the {@code @} behind the user-info; -1 for none in a URL without scheme. */
  private static int endOfUser(String rest) {
    int end = 0;
    while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    int at = rest.lastIndexOf('@', end);
    if (at >= 0) {
      return at;
    }
    // A password with a bare slash: what looks like host and port has no number for a port.
    int colon = rest.indexOf(':');
    boolean port = colon < 0 || colon > end || rest.substring(colon + 1, end).matches("[0-9]*");
    return port || rest.startsWith("[") ? -1 : rest.lastIndexOf('@');
  }
}
