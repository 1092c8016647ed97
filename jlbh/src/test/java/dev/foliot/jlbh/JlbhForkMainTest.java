package dev.foliot.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.ForkMessage;
import dev.foliot.bench.ForkWire;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fork reports what a program measures to its parent. */
class JlbhForkMainTest {
  @TempDir static Path classes;

  private static Programs programs;

  /** What each program sent; it is played once for all tests. */
  private static final Map<String, List<ForkMessage>> PLAYED = new HashMap<>();

  @BeforeAll
  static void compile() {
    programs = Programs.compiled(classes);
  }

  private static List<ForkMessage> messages(String program) throws IOException {
    List<ForkMessage> messages = PLAYED.get(program);
    if (messages == null) {
      messages = played(program);
      PLAYED.put(program, messages);
    }
    return messages;
  }

  private static List<ForkMessage> played(String program) throws IOException {
    return played(program, "auto");
  }

  private static List<ForkMessage> played(String program, String jitter) throws IOException {
    Path folder = Files.createTempDirectory("f");
    Path socket = folder.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Process fork =
          new ProcessBuilder(
                  programs.command(
                      JlbhForkMain.class.getName(), socket.toString(), jitter, program))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (SocketChannel channel = server.accept();
          InputStream in = Channels.newInputStream(channel)) {
        List<ForkMessage> all = new ArrayList<>();
        for (ForkMessage next = ForkWire.read(in); next != null; next = ForkWire.read(in)) {
          all.add(next);
        }
        return all;
      } finally {
        fork.destroyForcibly();
      }
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(folder);
    }
  }

  private static <T extends ForkMessage> List<T> of(Class<T> type, List<ForkMessage> all) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void shouldReportEachMeasurementOfOneMain() throws Exception {
    List<ForkMessage> all = messages("mine.SeveralLoads");

    assertThat(of(ForkMessage.Begins.class, all)).hasSize(2);
    assertThat(of(ForkMessage.Measured.class, all))
        .extracting(one -> one.measurement().totals().completed())
        .containsExactly(2_000L, 2_000L);
    assertThat(all.get(all.size() - 1)).isInstanceOf(ForkMessage.AllMeasured.class);
  }

  /** All counted runs are one measurement; a run that is skipped is none. */
  @ParameterizedTest
  @CsvSource({"mine.TcpEcho, 6000", "mine.NestedPrivate, 2000", "mine.OldPackage, 4000"})
  void shouldPutTheRunsTogether(String program, long messages) throws Exception {
    List<ForkMessage> all = messages(program);

    ForkMessage.Begins begins = of(ForkMessage.Begins.class, all).get(0);
    ForkMessage.Measured measured = of(ForkMessage.Measured.class, all).get(0);
    assertThat(begins.config().messages()).isEqualTo(messages);
    assertThat(begins.name()).startsWith("mine.");
    assertThat(measured.measurement().totals().completed()).isEqualTo(messages);
    assertThat(measured.measurement().failure()).isNull();
    int probes = measured.measurement().probes().size();
    assertThat(measured.measurement().slowest().messages())
        .hasSize(1_000)
        .allSatisfy(one -> assertThat(one.probesNs()).hasSize(probes));
  }

  /** JLBH records jitter by default, in a thread that spins. */
  @ParameterizedTest
  @CsvSource({
    "mine.TeamCity, sleep, true",
    "mine.TeamCity, spin, false",
    "mine.TcpEcho, sleep, false"
  })
  void shouldNoteWhereNoJitterThreadSpins(String program, String jitter, boolean noted)
      throws Exception {
    ForkMessage.Measured measured = of(ForkMessage.Measured.class, played(program, jitter)).get(0);

    assertThat(measured.measurement().jitter().mode())
        .isEqualTo(Runtime.getRuntime().availableProcessors() > 1 ? jitter : "sleep");
    assertThat(measured.measurement().conditions().notes())
        .filteredOn(note -> note.contains("--jitter spin does as JLBH does"))
        .hasSize(noted ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"mine.TeamCity, true", "mine.OldPackage, false"})
  void shouldReportWhatMessagesCountFrom(String program, boolean fromStart) throws Exception {
    assertThat(of(ForkMessage.Begins.class, messages(program)))
        .isNotEmpty()
        .allMatch(begins -> begins.fromStart() == fromStart);
  }

  @Test
  void shouldLoseNothingWhereTheProgramExits() throws Exception {
    List<ForkMessage> all = messages("mine.ExitsInComplete");

    assertThat(of(ForkMessage.Measured.class, all))
        .extracting(one -> one.measurement().totals().completed())
        .containsExactly(60L);
    assertThat(of(ForkMessage.Failed.class, all)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "mine.Missing, ClassNotFoundException",
    "java.lang.String, has no main(String[]) and is no JLBHTask",
    "mine.NoHarness, returned and started no JLBH",
    "mine.ThrowsLater, the disk is full",
    "mine.CallsWhatIsMissing, 'JLBH.gone()'': Foliot does not serve that, leave the call out'",
    "mine.ClosedToTask, a library needs JVM flags: give them with --jvm-arg=@FILE",
    "mine.ClosedToMain, a library needs JVM flags: give them with --jvm-arg=@FILE",
    "mine.EventLoops, Foliot does not run JLBH's event loops"
  })
  void shouldSayWhyNothingWasMeasured(String program, String reason) throws Exception {
    List<ForkMessage> all = messages(program);

    ForkMessage last = all.get(all.size() - 1);
    assertThat(last).isInstanceOf(ForkMessage.Failed.class);
    assertThat(((ForkMessage.Failed) last).reason()).contains(reason);
  }
}
