package dev.foliot.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bodies of events, cut anywhere. */
final class EventReaderTest {
  @Test
  void shouldCountWhatAnEmptyLineEnds() {
    assertEvents("data: a\n\ndata: b\n\n", 2, false);
    assertEvents("data: a\r\n\r\ndata: b\r\n\r\n", 2, false);
    assertEvents("data: a\r\rdata: b\r\r", 2, false);
    assertEvents("\uFEFFdata: a\n\n", 1, false);
    assertEvents("data: a\ndata: b\n\n\n\n", 1, false);
    assertEvents("data\n\ndata:\n\n", 2, false);
  }

  @Test
  void shouldLeaveOutWhatHasNoData() {
    assertEvents(": a comment\n\nid: 7\n\nevent: x\nretry: 3\n\n", 0, false);
    assertEvents("database: a\n\ndat: a\n\n data: a\n\n", 0, false);
    assertEvents("id: 7\nevent: x\ndata: a\n: a comment\n\n", 1, false);
    assertEvents("", 0, false);
  }

  @Test
  void shouldSayThatItEndsWithinAnEvent() {
    assertEvents("data: a\n\ndata: b\n", 1, true);
    assertEvents("data: a\n\ndata: b", 1, true);
    assertEvents("da", 0, true);
  }

  private static void assertEvents(String body, int events, boolean isInside) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      EventReader reader = new EventReader();
      int found =
          reader.read(Unpooled.wrappedBuffer(bytes, 0, cut))
              + reader.read(Unpooled.wrappedBuffer(bytes, cut, bytes.length - cut));

      assertThat(found).as("%s, cut at %d", body, cut).isEqualTo(events);
      assertThat(reader.isInside()).as("%s, cut at %d", body, cut).isEqualTo(isInside);
    }
  }
}
