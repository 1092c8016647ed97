package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.apps.bank.Bank;
import dev.foliot.apps.lottery.LotteryRun;
import dev.foliot.apps.service.Strategy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandLineTest {
  private static Command parse(String line) throws UsageException {
    return CommandLine.parse(line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
  }

  @Test
  void shouldReadABank() throws Exception {
    Command command =
        parse(
            "bank --port 0 --port-file f --strategy fixed:50 --queue 10 --thread-buffer 65536"
                + " --io-threads 2 --drain 1s --parent 1 --remote http://127.0.0.1:9"
                + " --remote-timeout 2s --accounts 10 --entries 5 --seed 3");
    assertThat(command)
        .isEqualTo(
            new Command.RunBank(
                new Command.Serving(
                    0, Optional.of(Path.of("f")), 2, 1_000_000_000, Optional.of(1L)),
                new Command.Threads(new Strategy.Fixed(50), OptionalInt.of(10), 65_536),
                new Bank.Settings(URI.create("http://127.0.0.1:9/answer"), 2000, 10, 5, 3)));
  }

  @Test
  void shouldReadARemoteSystem() throws Exception {
    Command command = parse("remote --port 1 --delay 5ms --distribution lognormal:0.5 --seed -7");
    assertThat(command).isInstanceOf(Command.RunRemote.class);
    Delays delays = ((Command.RunRemote) command).delays();
    assertThat(delays.meanNs()).isEqualTo(5_000_000);
    assertThat(delays.distribution()).hasToString("lognormal:0.5");
    assertThat(delays.seed()).isEqualTo(-7);
    assertThat(((Command.RunRemote) command).link()).isEmpty();
  }

  @Test
  @SuppressWarnings("AddressSelection") // an address, not a name
  void shouldReadALinkToAnotherSystem() throws Exception {
    Command command = parse("remote --port 1 --link 127.0.0.1:9000 --link-port 2");
    assertThat(((Command.RunRemote) command).link())
        .contains(new Command.Link(2, new InetSocketAddress("127.0.0.1", 9000)));
    assertThatThrownBy(() -> parse("remote --port 1 --link 127.0.0.1:9000"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--link and --link-port go together: give both, or none");
    assertThatThrownBy(() -> parse("remote --port 1 --link example.com:80 --link-port 2"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is no system on this machine: write 127.0.0.1:PORT");
  }

  @Test
  void shouldReadABurn() throws Exception {
    assertThat(
            parse(
                "burn --strategy cached --work 0.1ms --clients 3 --steps-per-ns 0.5 --warmup-cpu"
                    + " 3s"))
        .isEqualTo(
            new Command.RunBurn(
                new Command.Threads(new Strategy.Cached(), OptionalInt.empty(), 0),
                100_000,
                OptionalDouble.of(0.5),
                3,
                new Command.RunBurn.Length(2_000_000_000, 3_000_000_000L, 10_000_000_000L),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void shouldReadALottery() throws Exception {
    assertThat(parse("lottery --filler-methods 3 --warmup 1s --ready-file r --go-file g"))
        .isEqualTo(
            new Command.RunLottery(
                new LotteryRun.Settings(3, 1_000_000_000, 2_000_000_000),
                Optional.of(Path.of("r")),
                Optional.of(Path.of("g")),
                Optional.empty(),
                Optional.empty()));
    assertThat(((Command.RunLottery) parse("lottery --reader writes")).settings().bothWrite())
        .isTrue();
    assertThat(((Command.RunLottery) parse("lottery --reader reads")).settings().bothWrite())
        .isFalse();
    assertThat(((Command.RunLottery) parse("lottery --workers 12")).settings().workers())
        .isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({
    "'',begin with",
    "teller,is no app",
    "ping,--port",
    "lottery --workers 1025,1025",
    "ping --port,has no value",
    "ping port 1,is no option",
    "ping --port 1 --port 2,given twice",
    "ping --port 65536,0 to 65535",
    "ping --port -1,0 to 65535",
    "ping --port 0,--port-file",
    "ping --port 1 --delay 2ms,is no option of ping: it has --drain",
    "ping --port 1 --work 75,us",
    "ping --port 1 --work 11s,choose 1us to 10s",
    "ping --port 1 --strategy fast,is no strategy",
    "ping --port 1 --strategy cached --queue 5,nothing waits",
    "ping --port 1 --io-threads 0,1 to 1024",
    "ping --port 1 --steps-per-ns 0,calibrate",
    "ping --port 1 --parent x,1 to 2147483647",
    "bank --port 1,--remote",
    "bank --port 1 --remote ftp://h,http://HOST:PORT",
    "bank --port 1 --remote http://u:p@h/,http://HOST:PORT",
    "bank --port 1 --remote http://h/?a=b,http://HOST:PORT",
    "bank --port 1 --remote ::,http://HOST:PORT",
    "bank --port 1 --remote http://h --accounts 1,2 to 1000000",
    "remote --port 1 --delay 61s,choose 0ms to 60s",
    "remote --port 1 --distribution x,is no distribution",
    "remote --port 1 --seed x,whole number",
    "remote --port 1 --strategy virtual,is no option of remote",
    "burn --queue 5,leave it out",
    "burn --thread-buffer 4096,burn reads no requests",
    "ping --port 1 --thread-buffer 64,is no whole number from 1024 to 16777216",
    "burn --port 1,is no option of burn",
    "lottery --filler-methods 128,0 to 127",
    "lottery --clients 1,is no option of lottery",
    "lottery --reader sleeps,reads or writes",
  })
  void shouldSayInOneLineWhatIsWrongAndTheFix(String line, String said) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(said)
        .hasMessageNotContaining("\n");
  }

  @Test
  void shouldShowNoControlCharactersOfWhatItWasGiven() {
    assertThatThrownBy(
            () -> CommandLine.parse(List.of("ping", "--\u001b[2J" + "x".repeat(10_000), "1")))
        .isInstanceOf(UsageException.class)
        .hasMessageNotContaining("\u001b")
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(500));
  }
}
