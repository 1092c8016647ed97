package dev.foliot.load.plan;

import dev.foliot.bench.BadOptionException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request that a command line of curl would send, as browsers copy it. The command is read and
 * never run. Immutable.
 *
 * @param url what is asked for
 * @param method as in {@code GET}
 * @param headers by name, in their order; those that Foliot sets itself are left out
 * @param body or null
 * @param http2 whether HTTP/2 was asked for
 * @param trusts how servers are trusted
 * @param timeoutNs the time limit of a request, 0 where none was given
 */
public record CurlCommand(
    String url,
    String method,
    Map<String, String> headers,
    @Nullable String body,
    boolean http2,
    Trust trusts,
    long timeoutNs) {
  /** Without a value and without an effect on the request. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "-s",
          "--silent",
          "-S",
          "--show-error",
          "-v",
          "--verbose",
          "-i",
          "--include",
          "-f",
          "--fail",
          "-N",
          "--no-buffer",
          "-#",
          "--progress-bar",
          "--http1.1",
          "-g",
          "--globoff",
          "--tcp-nodelay",
          "-4",
          "--ipv4",
          "-6",
          "--ipv6");

  /** With a value and without an effect on the request. */
  private static final Set<String> VALUE_WITHOUT_EFFECT =
      Set.of("-o", "--output", "-w", "--write-out", "--connect-timeout", "--retry", "-D");

  private static final Set<String> WITH_VALUE =
      Set.of(
          "-X",
          "--request",
          "-H",
          "--header",
          "-d",
          "--data",
          "--data-raw",
          "--data-ascii",
          "--data-binary",
          "--data-urlencode",
          "-F",
          "--form",
          "--form-string",
          "--json",
          "-A",
          "--user-agent",
          "-e",
          "--referer",
          "-b",
          "--cookie",
          "-u",
          "--user",
          "--url",
          "--cacert",
          "-E",
          "--cert",
          "--key",
          "-m",
          "--max-time");

  private static final Set<String> FLAGS =
      Set.of("-I", "--head", "-G", "--get", "-k", "--insecure", "--compressed", "--http2");

  /** Foliot sets them from the request. */
  private static final Set<String> OURS =
      Set.of("host", "content-length", "connection", "transfer-encoding");

  private static final double SECOND_NS = 1e9;

  /**
   * How servers are trusted; what is not said is null.
   *
   * @param insecure whether any certificate is accepted
   * @param trust certificates that sign the server's
   * @param certificate the client's
   * @param key its key
   */
  public record Trust(
      boolean insecure, @Nullable Path trust, @Nullable Path certificate, @Nullable Path key) {
    /** Nothing was said. */
    public static final Trust USUAL = new Trust(false, null, null, null);
  }

  /** Keeps a copy. */
  public CurlCommand {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * Reads a command line.
   *
   * @param words those after {@code curl}
   * @throws FoliotException for an option that cannot be taken over, with the remedy
   */
  public static CurlCommand parse(List<String> words) {
    return new Reading(words).command();
  }

  /** Reads one command line. */
  private static final class Reading {
    private final Deque<String> words = new ArrayDeque<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> data = new ArrayList<>();
    private final CurlForm form = new CurlForm();
    private @Nullable String url;
    private @Nullable String method;
    private boolean isHead;
    private boolean isGet;
    private boolean isJson;
    private boolean http2;
    private boolean insecure;
    private @Nullable Path trust;
    private @Nullable Path certificate;
    private @Nullable Path key;
    private long timeoutNs;

    Reading(List<String> all) {
      all.forEach(this::split);
    }

    /** Takes {@code -sSXPOST} and {@code --request=POST} apart. */
    private void split(String word) {
      if (word.startsWith("--") && word.contains("=")) {
        words.add(word.substring(0, word.indexOf('=')));
        words.add(word.substring(word.indexOf('=') + 1));
        return;
      }
      String rest = word;
      while (rest.length() > 2 && rest.charAt(0) == '-' && rest.charAt(1) != '-') {
        String option = rest.substring(0, 2);
        words.add(option);
        if (WITH_VALUE.contains(option) || VALUE_WITHOUT_EFFECT.contains(option)) {
          words.add(rest.substring(2));
          return;
        }
        rest = "-" + rest.substring(2);
      }
      words.add(rest);
    }

    CurlCommand command() {
      while (!words.isEmpty()) {
        String word = words.remove();
        if (!word.startsWith("-") || word.equals("-")) {
          url(word);
        } else if (WITH_VALUE.contains(word)) {
          value(word, next(word));
        } else if (VALUE_WITHOUT_EFFECT.contains(word)) {
          next(word);
        } else if (FLAGS.contains(word)) {
          flag(word);
        } else if (!WITHOUT_EFFECT.contains(word)) {
          throw FoliotException.usage(
              "curl's option "
                  + Shown.text(word, 60)
                  + " is not taken over: leave it out, or write a plan");
        }
      }
      String asked = url;
      if (asked == null) {
        throw FoliotException.usage("the curl command has no URL");
      }
      return finished(asked);
    }

    private CurlCommand finished(String asked) {
      if (!form.isEmpty() && !data.isEmpty()) {
        throw FoliotException.usage(
            "the curl command has a form (-F) and data (-d): give one of them");
      }
      String content = data.isEmpty() ? null : String.join(isJson ? "" : "&", data);
      if (!form.isEmpty()) {
        content = form.body();
        headers.putIfAbsent("Content-Type", form.contentType());
      }
      String whole = asked.contains("://") ? asked : "http://" + asked;
      if (isGet && content != null) {
        whole += (whole.contains("?") ? "&" : "?") + content;
        content = null;
      }
      if (content != null && !has("content-type")) {
        headers.put(
            "Content-Type", isJson ? "application/json" : "application/x-www-form-urlencoded");
      }
      if (!has("accept")) {
        headers.put("Accept", isJson ? "application/json" : "*/*");
      }
      String verb = method != null ? method : isHead ? "HEAD" : content == null ? "GET" : "POST";
      return new CurlCommand(
          whole,
          verb,
          headers,
          content,
          http2,
          new Trust(insecure, trust, certificate, key),
          timeoutNs);
    }

    private boolean has(String header) {
      return headers.keySet().stream().anyMatch(name -> name.equalsIgnoreCase(header));
    }

    private String next(String option) {
      String value = words.poll();
      if (value == null) {
        throw FoliotException.usage("curl's option " + option + " has no value");
      }
      return value;
    }

    private void url(String word) {
      if (url != null) {
        throw FoliotException.usage(
            "the curl command has two URLs: write a plan for several requests");
      }
      url = word;
    }

    private void flag(String option) {
      switch (option) {
        case "-I", "--head" -> isHead = true;
        case "-G", "--get" -> isGet = true;
        case "-k", "--insecure" -> insecure = true;
        case "--compressed" -> headers.putIfAbsent("Accept-Encoding", "gzip");
        default -> http2 = true;
      }
    }

    private void value(String option, String value) {
      switch (option) {
        case "-X", "--request" -> method = value.toUpperCase(Locale.ROOT);
        case "-H", "--header" -> header(value);
        case "-d", "--data", "--data-ascii" -> data.add(content(value, true));
        case "--data-binary" -> data.add(content(value, false));
        case "--data-raw" -> data.add(value);
        case "--data-urlencode" -> data.add(CurlForm.urlEncoded(value));
        case "-F", "--form" -> form.add(value);
        case "--form-string" -> form.addText(value);
        case "--json" -> {
          isJson = true;
          data.add(content(value, false));
        }
        case "-A", "--user-agent" -> headers.put("User-Agent", value);
        case "-e", "--referer" -> headers.put("Referer", value);
        case "-b", "--cookie" -> cookie(value);
        case "-u", "--user" ->
            headers.put(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
        case "--url" -> url(value);
        case "--cacert" -> trust = Path.of(value);
        case "-E", "--cert" -> certificate = Path.of(value);
        case "--key" -> key = Path.of(value);
        default -> timeoutNs = seconds(value);
      }
    }

    private void cookie(String value) {
      if (!value.contains("=")) {
        throw FoliotException.usage(
            "curl's cookie file "
                + Shown.text(value, 60)
                + " is not read: give the cookies themselves, as in -b 'name=value'");
      }
      headers.put("Cookie", value);
    }

    private void header(String line) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon).strip();
      String text = colon < 0 ? "" : line.substring(colon + 1).strip();
      // curl leaves out a header without a value; HTTP/2 has names that begin with a colon
      if (colon != 0 && !text.isEmpty() && !OURS.contains(name.toLowerCase(Locale.ROOT))) {
        boolean zips = name.equalsIgnoreCase("accept-encoding");
        headers.put(name, zips ? "gzip" : text);
      }
    }

    /** As curl reads data: a file without its ends of lines, unless it is binary. */
    private static String content(String value, boolean asText) {
      if (!value.startsWith("@")) {
        return value;
      }
      String text = CurlForm.file(value.substring(1));
      return asText ? text.replace("\r", "").replace("\n", "") : text;
    }

    private static long seconds(String value) {
      try {
        return Math.round(new BigDecimal(value).doubleValue() * SECOND_NS);
      } catch (NumberFormatException e) {
        throw new BadOptionException("curl's time limit '" + Shown.text(value) + "' is no number");
      }
    }
  }
}
