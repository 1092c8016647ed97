package dev.foliot.study.remedy;

import dev.foliot.bench.Rate;
import dev.foliot.load.RequestTemplate;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the work of a user's command is measured. Immutable. */
public sealed interface RemedyWork {
  /**
   * It serves HTTP, with requests for one URL. They come in an open loop with a rate, otherwise in
   * a closed one.
   *
   * @param port its port; empty for a free one, passed to it
   * @param path of the requests, and of the readiness check, which expects 200 to 299
   * @param rate of an open loop; null for a closed one
   * @param clients of a closed loop; null for a default by the CPUs
   */
  record Requests(OptionalInt port, String path, @Nullable Rate rate, @Nullable Integer clients)
      implements RemedyWork {
    private static final String PORT = "{port}";
    private static final int EXAMPLE_PORT = 8080;
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");

    /**
     * Checks them.
     *
     * @throws FoliotException if it has both
     */
    public Requests {
      if (rate != null && clients != null) {
        throw FoliotException.usage(
            "--rate is an open loop and --clients a closed one: leave one of the two out");
      }
    }

    /**
     * Parses {@code http://127.0.0.1:PORT/PATH}, where the port may be {@code {port}}.
     *
     * @throws FoliotException for any other text, with the remedy
     */
    public static Requests of(String url, @Nullable Rate rate, @Nullable Integer clients) {
      boolean isFree = url.contains(PORT);
      try {
        URI uri = new URI(url.replace(PORT, Integer.toString(EXAMPLE_PORT)));
        if ("http".equals(uri.getScheme())
            && uri.getHost() != null
            && LOOPBACK.contains(uri.getHost())
            && uri.getPort() > 0
            && uri.getUserInfo() == null
            && uri.getFragment() == null) {
          String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
          String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
          return new Requests(
              isFree ? OptionalInt.empty() : OptionalInt.of(uri.getPort()),
              RequestTemplate.get(path + query).path(),
              rate,
              clients);
        }
      } catch (URISyntaxException e) {
        throw refused(url);
      }
      throw refused(url);
    }

    private static FoliotException refused(String url) {
      return FoliotException.usage(
          "--url: '"
              + Shown.text(url)
              + "' is nothing that can be asked here: write http://127.0.0.1:PORT/PATH, with {port}"
              + " for a free port that the command is told");
    }

    /** The readiness check, on its own port. */
    String health() {
      return path;
    }
  }

  /**
   * It does its own work, and prints the amount.
   *
   * @param text before the running total, 1 to 200 characters
   */
  record Counter(String text) implements RemedyWork {
    private static final int LONGEST = 200;

    /**
     * Checks the text.
     *
     * @throws FoliotException if it is empty or too long
     */
    public Counter {
      if (text.isBlank() || text.length() > LONGEST || text.contains("\n")) {
        throw FoliotException.usage(
            "--counter is the text before the total that the program prints, 1 to "
                + LONGEST
                + " characters, as in --counter 'processed '");
      }
    }
  }
}
