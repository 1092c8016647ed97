package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpRequestTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  @Test
  void shouldReadTheFirstOfSeveralAndStopThere() {
    assertThat(parse(GET + GET)).isEqualTo(whole(GET.length(), 0, Answer.OK));
    byte[] bytes = bytes("xx" + GET);
    assertThat(HttpRequest.parse(bytes, 2, bytes.length))
        .isEqualTo(whole(GET.length(), 0, Answer.OK));
  }

  @Test
  void shouldWaitForTheRest() {
    for (int length = 0; length < GET.length(); length++) {
      assertThat(parse(GET.substring(0, length)))
          .as("%s bytes", length)
          .isEqualTo(new HttpRequest.Incomplete());
    }
  }

  @Test
  void shouldEndTheConnectionAsTheClientWishes() {
    assertThat(answer("GET / HTTP/1.1", "Connection: close")).isSameAs(Answer.LAST);
    assertThat(answer("GET / HTTP/1.1", "connection:\tTE ,CLOSE ")).isSameAs(Answer.LAST);
    assertThat(answer("GET / HTTP/1.0")).isSameAs(Answer.LAST);
    assertThat(answer("GET / HTTP/1.0", "Connection: Keep-Alive")).isSameAs(Answer.OK);
    assertThat(answer("HEAD /x?y HTTP/1.1")).isSameAs(Answer.OK_HEAD);
    assertThat(answer("HEAD * HTTP/1.0")).isSameAs(Answer.LAST_HEAD);
  }

  @Test
  void shouldKnowHowLongTheBodyIs() {
    String head = "POST / HTTP/1.1\r\nContent-Length: 12\r\ncontent-length:12\r\n\r\n";

    assertThat(parse(head)).isEqualTo(whole(head.length(), 12, Answer.OK));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /",
        "GET  / HTTP/1.1",
        "GET / HTTP/1.1 ",
        "GET / HTTP/2",
        "GET / http/1.1",
        " GET / HTTP/1.1",
        "G(T / HTTP/1.1",
        "GET \u0001 HTTP/1.1",
        "",
        "GET / HTTP/1.1\r\nno colon",
        "GET / HTTP/1.1\r\n: no name",
        "GET / HTTP/1.1\r\nSpace : before",
        "GET / HTTP/1.1\r\nA: b\r\n folded",
        "GET / HTTP/1.1\r\nA: \u0000",
        "GET / HTTP/1.1\r\nA: b\rc: d",
        "GET / HTTP/1.1\r\nContent-Length: -1",
        "GET / HTTP/1.1\r\nContent-Length: 0x1",
        "GET / HTTP/1.1\r\nContent-Length:",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2"
      })
  void shouldRefuseWhatIsMalformed(String head) {
    assertThat(parse(head + "\r\n\r\n")).isEqualTo(refused(Answer.BAD_REQUEST));
  }

  @Test
  void shouldRefuseWhatItDoesNotDo() {
    assertThat(refusal("Transfer-Encoding: chunked")).isSameAs(Answer.NOT_IMPLEMENTED);
    assertThat(refusal("Expect: 100-continue")).isSameAs(Answer.NOTHING_TO_EXPECT);
    assertThat(refusal("Content-Length: 1048577")).isSameAs(Answer.BODY_TOO_LARGE);
    assertThat(refusal("Content-Length: " + "9".repeat(5_000))).isSameAs(Answer.BODY_TOO_LARGE);
  }

  @Test
  void shouldRefuseAHeadThatIsTooLong() {
    String field = "A: " + "b".repeat(HttpRequest.MOST_HEAD_BYTES);

    assertThat(parse("GET / HTTP/1.1\r\n" + field)).isEqualTo(refused(Answer.HEAD_TOO_LARGE));
    assertThat(refusal(field)).isSameAs(Answer.HEAD_TOO_LARGE);
  }

  @Test
  void shouldAnswerAnyBytes() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes("GET / HTTP/1.1\r\nContent-Length: 5\r\nConnection: close\r\n\r\n");
      for (int damage = random.nextInt(5); damage >= 0; damage--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      HttpRequest request = HttpRequest.parse(bytes, 0, bytes.length);
      if (request instanceof HttpRequest.Whole whole) {
        assertThat(whole.headBytes()).isBetween(1, bytes.length);
        assertThat(whole.bodyBytes()).isBetween(0L, HttpRequest.MOST_BODY_BYTES);
      }
    }
  }

  private static Answer answer(String... lines) {
    return ((HttpRequest.Whole) parse(String.join("\r\n", lines) + "\r\n\r\n")).answer();
  }

  private static Answer refusal(String field) {
    return ((HttpRequest.Refused) parse("POST / HTTP/1.1\r\n" + field + "\r\n\r\n")).answer();
  }

  private static HttpRequest parse(String text) {
    byte[] bytes = bytes(text);
    return HttpRequest.parse(bytes, 0, bytes.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static HttpRequest whole(int headBytes, long bodyBytes, Answer answer) {
    return new HttpRequest.Whole(headBytes, bodyBytes, answer);
  }

  private static HttpRequest refused(Answer answer) {
    return new HttpRequest.Refused(answer);
  }
}
