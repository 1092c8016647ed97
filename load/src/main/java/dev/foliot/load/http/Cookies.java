package dev.foliot.load.http;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of one user of one server, after RFC 6265. One thread.
 *
 * <p>A cookie lasts as long as its user, unless the server deletes it: users are short. A hostile
 * server cannot fill the memory, since number and length are bounded.
 */
final class Cookies {
  private static final int MOST = 50;
  private static final int LONGEST = 4_096;

  private final String host;
  private final boolean secure;
  private final List<Kept> all = new ArrayList<>(2);

  private record Kept(String name, String path, String text) {
    boolean isNamed(String otherName, String otherPath) {
      return name.equals(otherName) && path.equals(otherPath);
    }

    /** Whether it is for a path, as in section 5.1.4. */
    boolean isFor(String asked) {
      return asked.startsWith(path)
          && (asked.length() == path.length()
              || path.endsWith("/")
              || asked.charAt(path.length()) == '/');
    }
  }

  /**
   * @param host of the server, the only one whose cookies are kept
   * @param secure whether its connections use TLS
   */
  Cookies(String host, boolean secure) {
    this.host = host;
    this.secure = secure;
  }

  /**
   * Takes a cookie of an answer.
   *
   * @param line the value of {@code Set-Cookie}
   * @param asked the path of the request, without its query
   */
  void take(String line, String asked) {
    Cookie cookie = line.length() > LONGEST ? null : ClientCookieDecoder.LAX.decode(line);
    if (cookie == null || !isOurs(cookie.domain()) || (cookie.isSecure() && !secure)) {
      return;
    }
    String given = cookie.path();
    String path = given != null && given.startsWith("/") ? given : folder(asked);
    String text = cookie.name() + "=" + cookie.value();
    // what is no printable ASCII could end a header, and begin another
    if (text.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
      return;
    }
    all.removeIf(one -> one.isNamed(cookie.name(), path));
    boolean lasts = cookie.maxAge() == Cookie.UNDEFINED_MAX_AGE || cookie.maxAge() > 0;
    if (lasts && all.size() < MOST) {
      all.add(new Kept(cookie.name(), path, text));
    }
  }

  private boolean isOurs(@Nullable String domain) {
    if (domain == null || domain.isEmpty()) {
      return true;
    }
    String name = (domain.startsWith(".") ? domain.substring(1) : domain).toLowerCase(Locale.ROOT);
    String ours = host.toLowerCase(Locale.ROOT);
    return ours.equals(name) || ours.endsWith("." + name);
  }

  /** The path of a cookie without one, as in section 5.1.4. */
  private static String folder(String asked) {
    int slash = asked.lastIndexOf('/');
    return slash <= 0 ? "/" : asked.substring(0, slash);
  }

  /**
   * The header {@code Cookie} of a request; null without a cookie for it.
   *
   * @param asked the path, without its query
   */
  @Nullable String header(String asked) {
    StringBuilder header = new StringBuilder();
    // longer paths come first, as servers expect it
    all.stream()
        .filter(one -> one.isFor(asked))
        .sorted((a, b) -> Integer.compare(b.path().length(), a.path().length()))
        .forEach(one -> header.append(header.isEmpty() ? "" : "; ").append(one.text()));
    return header.isEmpty() ? null : header.toString();
  }
}
