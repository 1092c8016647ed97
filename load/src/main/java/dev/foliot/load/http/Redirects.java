package dev.foliot.load.http;

import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Target;
import dev.foliot.text.FoliotException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a redirect leads, after RFC 9110, section 15.4. Pure. */
final class Redirects {
  private static final int SEE_OTHER = 303;
  private static final int TEMPORARY = 307;
  private static final int PERMANENT = 308;
  private static final Set<Integer> STATUSES = Set.of(301, 302, SEE_OTHER, TEMPORARY, PERMANENT);
  private static final Set<String> OF_BODY = Set.of("content-type", "content-encoding");

  private Redirects() {}

  static boolean isRedirect(int status) {
    return STATUSES.contains(status);
  }

  /**
   * The path of a location on the same server; null on another one.
   *
   * @param asked the path of the request that was redirected
   */
  static @Nullable String path(Target target, String asked, String location) {
    URI to;
    try {
      to = new URI(target + asked).resolve(new URI(location.strip()));
    } catch (URISyntaxException e) {
      return null;
    }
    String origin = to.getScheme() + "://" + to.getRawAuthority();
    try {
      if (!Target.parse(origin.toLowerCase(Locale.ROOT))
          .equals(Target.parse(target.toString().toLowerCase(Locale.ROOT)))) {
        return null;
      }
    } catch (FoliotException e) {
      return null;
    }
    String path = to.getRawPath();
    return (path == null || path.isEmpty() ? "/" : path)
        + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
  }

  /** The request to a path: a POST becomes a GET, except for 307 and 308. */
  static RequestTemplate template(RequestTemplate from, int status, String path) {
    boolean keeps =
        status == TEMPORARY
            || status == PERMANENT
            || from.method().equals("HEAD")
            || (status != SEE_OTHER && !from.method().equals("POST"));
    Map<String, String> headers = new LinkedHashMap<>(from.headers());
    if (!keeps) {
      headers.keySet().removeIf(name -> OF_BODY.contains(name.toLowerCase(Locale.ROOT)));
    }
    return new RequestTemplate(
        keeps ? from.method() : "GET",
        path.replace("${", "$${"),
        headers,
        keeps ? from.body() : null,
        from.weight(),
        from.checks(),
        from.place(),
        null);
  }
}
