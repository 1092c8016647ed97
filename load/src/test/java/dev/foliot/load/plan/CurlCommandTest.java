package dev.foliot.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CurlCommandTest {
  @TempDir private Path folder;

  private static CurlCommand parse(String... words) {
    return CurlCommand.parse(List.of(words));
  }

  /** What Chrome and Firefox copy. */
  @Test
  void shouldReadWhatABrowserCopies() {
    CurlCommand command =
        parse(
            "https://shop.test/orders?page=2",
            "-X",
            "POST",
            "-H",
            "accept: application/json",
            "-H",
            "accept-encoding: gzip, deflate, br, zstd",
            "-H",
            ":authority: shop.test",
            "-H",
            "Host: shop.test",
            "-b",
            "sid=1; theme=dark",
            "--data-raw",
            "{\"id\":1}",
            "--compressed",
            "--insecure");

    assertThat(command.url()).isEqualTo("https://shop.test/orders?page=2");
    assertThat(command.method()).isEqualTo("POST");
    assertThat(command.body()).isEqualTo("{\"id\":1}");
    assertThat(command.trusts().insecure()).isTrue();
    assertThat(command.headers())
        .containsEntry("accept", "application/json")
        .containsEntry("accept-encoding", "gzip")
        .containsEntry("Cookie", "sid=1; theme=dark")
        .containsEntry("Content-Type", "application/x-www-form-urlencoded")
        .doesNotContainKeys("Host", ":authority");
  }

  @Test
  void shouldReadWhatPeopleType() throws Exception {
    Path file = Files.writeString(folder.resolve("body"), "a=1\nb=2\n");
    CurlCommand command =
        parse(
            "-sSXPUT", "-d", "@" + file, "-dc=3", "-u", "joe:secret", "-m2.5", "localhost:8080/x");

    assertThat(command.url()).isEqualTo("http://localhost:8080/x");
    assertThat(command.method()).isEqualTo("PUT");
    assertThat(command.body()).isEqualTo("a=1b=2&c=3");
    assertThat(command.timeoutNs()).isEqualTo(2_500_000_000L);
    assertThat(command.headers()).containsEntry("Authorization", "Basic am9lOnNlY3JldA==");
    assertThat(parse("-G", "-d", "q=1", "http://x/?a=2").url()).isEqualTo("http://x/?a=2&q=1");
    assertThat(parse("-I", "--http2", "http://x/").method()).isEqualTo("HEAD");
    assertThat(parse("--json", "{}", "http://x/").headers())
        .containsEntry("Content-Type", "application/json");
    assertThat(parse("--request=DELETE", "http://x/").method()).isEqualTo("DELETE");
  }

  @Test
  void shouldSendAFormAsCurlDoes() throws Exception {
    Path file = Files.writeString(folder.resolve("note.txt"), "two\nlines");
    CurlCommand command =
        parse(
            "-F", "a=1", "-F", "note=@" + file + ";type=text/plain", "--form-string", "b=@x", "x");

    String type = Objects.requireNonNull(command.headers().get("Content-Type"));
    String boundary = type.replaceAll(".*boundary=", "");
    assertThat(command.method()).isEqualTo("POST");
    assertThat(type).startsWith("multipart/form-data; boundary=");
    assertThat(command.body())
        .isEqualTo(
            String.join(
                "\r\n",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"a\"",
                "",
                "1",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"note\"; filename=\"note.txt\"",
                "Content-Type: text/plain",
                "",
                "two\nlines",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"b\"",
                "",
                "@x",
                "--" + boundary + "--",
                ""));
  }

  @Test
  void shouldEncodeDataAsCurlDoes() throws Exception {
    Path file = Files.writeString(folder.resolve("word"), "a&b");

    assertThat(
            parse("--data-urlencode", "q=a b+\u00e4", "--data-urlencode", "w@" + file, "x").body())
        .isEqualTo("q=a%20b%2B%C3%A4&w=a%26b");
    assertThat(parse("-G", "--data-urlencode", "=1/2", "http://x/").url())
        .isEqualTo("http://x/?1%2F2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://x/ http://y/",
        "-s",
        "-F a http://x/",
        "-F a=b -d c http://x/",
        "-F a=@no-such-file http://x/",
        "-T file http://x/",
        "-L http://x/",
        "--proxy p http://x/",
        "http://x/ -d",
        "-b cookies.txt http://x/",
        "-d @no-such-file http://x/",
        "-K config"
      })
  void shouldRefuseWhatItCannotTakeOver(String words) {
    assertThatThrownBy(() -> parse(words.split(" ")))
        .isInstanceOf(FoliotException.class)
        .message()
        .doesNotContain("\n");
  }
}
