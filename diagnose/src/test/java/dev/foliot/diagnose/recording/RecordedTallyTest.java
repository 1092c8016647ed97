package dev.foliot.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.recording.RecordingObservations.Io;
import dev.foliot.diagnose.recording.RecordingObservations.Thrown;
import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.TcpPorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of this JVM, with the settings of a diagnosis. */
class RecordedTallyTest {
  private static final double SECOND_NS = 1e9;
  private static final long WAIT_MS = 30;
  private static final TcpPorts NONE = new TcpPorts(Set.of(), Set.of());

  @TempDir Path folder;

  private interface Part {
    void play() throws Exception;
  }

  private Path recorded(Part part) throws Exception {
    Path file = folder.resolve("recorded.jfr");
    Configuration settings =
        Configuration.create(
            new StringReader(DiagnosisEvents.plan(25, Duration.ofMinutes(1)).settings()));
    try (Recording recording = new Recording(settings)) {
      recording.enable("jdk.JavaExceptionThrow").withStackTrace();
      recording.start();
      part.play();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static RecordingObservations read(Path file, Instant began, TcpPorts ports) {
    RecordedTally tally = new RecordedTally(began, ports);
    return FlightFile.read(
            file,
            RecordingReason.Recording.FLIGHT,
            tally::add,
            () -> tally.end((long) SECOND_NS, 1))
        .toOptional()
        .orElseThrow();
  }

  private static void fail() {
    try {
      throw new IllegalStateException("planned");
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("planned");
    }
  }

  @Test
  void shouldNameClassAndPlaceOfExceptions() throws Exception {
    Path file =
        recorded(() -> {
          for (int i = 0; i < 20; i++) {
            fail();
          }
        });

    RecordingObservations seen = read(file, Instant.EPOCH, NONE);

    assertThat(seen.exceptions().sites())
        .filteredOn(one -> one.className().equals("java.lang.IllegalStateException"))
        .extracting(Thrown::place)
        .anyMatch(place -> place.startsWith(RecordedTallyTest.class.getName() + ".fail:"));
  }

  /** The other side answers late; who opened the connection decides whether that is a loss. */
  @Test
  void shouldNameWaitsForASocket() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = server.getLocalPort();
      Path file = recorded(() -> ask(server));

      assertThat(read(file, Instant.EPOCH, NONE).io())
          .anySatisfy(one -> {
            assertThat(one.io()).isEqualTo(Io.SOCKET_READ);
            assertThat(one.where().place()).contains(RecordedTallyTest.class.getName() + ".ask:");
            assertThat(one.where().ns()).isGreaterThanOrEqualTo(WAIT_MS * 1_000_000 / 2);
            assertThat(one.targets()).anyMatch(target -> target.endsWith(":" + port));
          });
      assertThat(read(file, Instant.EPOCH, new TcpPorts(Set.of(), Set.of(port))).io())
          .anyMatch(one -> one.io() == Io.CALL);
      assertThat(read(file, Instant.EPOCH, new TcpPorts(Set.of(port), Set.of())).io())
          .anyMatch(one -> one.io() == Io.REQUEST);
      assertThat(read(file, Instant.parse("2100-01-01T00:00:00Z"), NONE).io()).isEmpty();
    }
  }

  private static void ask(ServerSocket server) throws Exception {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket other = server.accept()) {
      Thread answering =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  Thread.sleep(WAIT_MS);
                  other.getOutputStream().write(1);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      InputStream in = socket.getInputStream();
      assertThat(in.read()).isOne();
      answering.join();
    }
  }

  @Test
  void shouldSayThatAFileIsNoRecording() throws Exception {
    Path file = Files.writeString(folder.resolve("none.jfr"), "none");

    assertThat(
            FlightFile.read(
                file, RecordingReason.Recording.FLIGHT, event -> {}, () -> "never returned"))
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none -> assertThat(none.why()).isInstanceOf(RecordingReason.RecordingUnreadable.class));
  }

  /** The rate of exceptions has no limit. */
  @Test
  void shouldRecordExceptionsForAMomentOnly() {
    Duration most = Duration.ofMinutes(1);
    assertThat(DiagnosisEvents.plan(17, most).settings())
        .doesNotContain("JavaExceptionThrow", "VirtualThreadPinned", "throttle\">1000/s");
    assertThat(DiagnosisEvents.plan(25, most).settings())
        .contains("VirtualThreadPinned", "throttle\">1000/s")
        .doesNotContain("JavaExceptionThrow");
    assertThat(DiagnosisEvents.exceptions(most).settings()).contains("JavaExceptionThrow");
  }
}
