package dev.foliot.cli.load;

import dev.foliot.load.Events;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.plan.CurlCommand;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The one request of a load test that has no plan. */
public final class RequestOptions {
  private static final String MASK = "***";
  private static final List<String> SECRETS_OF_CURL = List.of("-u", "--user", "-b", "--cookie");
  private static final int LONGEST_BODY = 1 << 20;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS (GET, with --body POST).")
  private @Nullable String method;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "LINE",
      description = "A header, as in 'Accept: text/html'; may be repeated.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = {"-d", "--body"},
      paramLabel = "TEXT",
      description =
          "What a POST sends, or the JSON of a message of gRPC; @FILE for the content of a file.")
  private @Nullable String body;

  @Option(
      names = "--events",
      paramLabel = "WHAT",
      description =
          "Wait for server-sent events: all until the server ends, how many, as in 10, or how long,"
              + " as in 30s.")
  private @Nullable String events;

  /** The events that are waited for; null for the end of the answer. */
  public @Nullable Events events() {
    return events == null ? null : Events.parse(events);
  }

  /**
   * The request of a command line of curl.
   *
   * @param words what follows {@code curl}
   * @throws FoliotException if the options say the request too
   */
  public CurlCommand ofCurl(List<String> words) {
    if (method != null || body != null || !headers.isEmpty()) {
      throw FoliotException.usage(
          "curl says method, headers and body: leave --method, --header and --body out");
    }
    return CurlCommand.parse(words);
  }

  /**
   * The request of these options.
   *
   * @throws FoliotException if a header or the file of the body is wrong
   */
  public RequestTemplate request(String path) {
    String content = body == null ? null : body.startsWith("@") ? file(body.substring(1)) : body;
    Map<String, String> all = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw FoliotException.usage(
            "'" + Shown.text(header) + "' is no header: write 'Name: value', in quotes");
      }
      if (all.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip())
          != null) {
        throw FoliotException.usage(
            "the header " + Shown.text(header.substring(0, colon)) + " was given twice");
      }
    }
    return new RequestTemplate(
            method != null ? method : content == null ? "GET" : "POST",
            path,
            all,
            content,
            1,
            List.of())
        .with(events());
  }

  private static String file(String named) {
    try (InputStream in = Files.newInputStream(Path.of(named))) {
      byte[] bytes = in.readNBytes(LONGEST_BODY + 1);
      if (bytes.length > LONGEST_BODY) {
        throw FoliotException.usage("--body: " + Shown.text(named) + " is longer than 1 MiB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw FoliotException.usage(
          "--body: " + Shown.text(named) + " cannot be read: give @ and the name of a file");
    }
  }

  /** A command line without the user and the cookies of curl, whose options mark no secrets. */
  public static List<String> withoutSecrets(List<String> line) {
    List<String> redacted = new ArrayList<>();
    boolean isSecret = false;
    for (String word : line) {
      String name =
          SECRETS_OF_CURL.stream()
              .filter(option ->
                  option.startsWith("--")
                      ? word.equals(option) || word.startsWith(option + "=")
                      : word.startsWith(option) && !word.startsWith("--"))
              .findFirst()
              .orElse("");
      if (isSecret) {
        redacted.add(MASK);
      } else if (name.isEmpty() || word.equals(name)) {
        redacted.add(word);
      } else {
        redacted.add(name + (name.startsWith("--") ? "=" : "") + MASK);
      }
      isSecret = !isSecret && !name.isEmpty() && word.equals(name);
    }
    return redacted;
  }
}
