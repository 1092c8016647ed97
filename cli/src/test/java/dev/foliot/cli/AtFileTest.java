package dev.foliot.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.load.RequestOptions;
import dev.foliot.cli.screen.Console;
import dev.foliot.load.plan.CurlCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A value that begins with @ is the command's to read; the parser of options leaves it alone. */
class AtFileTest {
  private static final String CONTENT = "{\n  \"a\": 1\n}\n";

  @TempDir Path folder;
  private String value = "";

  @BeforeEach
  void writeFile() throws IOException {
    Path file = Files.writeString(folder.resolve("body.json"), CONTENT);
    value = "@" + file;
  }

  private static CommandLine line() {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    return Commands.line(new String[0], new Console(nowhere, nowhere, false));
  }

  /** What a command was given, however wrong it may be. */
  private static ParseResult parse(List<String> words) {
    CommandLine line = line();
    CommandLine at = line;
    List<CommandLine> all = new ArrayList<>(List.of(line));
    for (String word : words) {
      at = at.getSubcommands().getOrDefault(word, at);
      all.add(at);
    }
    all.forEach(one -> one.getCommandSpec().parser().collectErrors(true));
    ParseResult parsed = line.parseArgs(words.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed;
  }

  private record Leaf(List<String> words, CommandLine line) {}

  private static List<Leaf> commands(List<String> words, CommandLine line) {
    List<Leaf> all = new ArrayList<>(List.of(new Leaf(words, line)));
    line.getSubcommands()
        .forEach((name, sub) -> {
          List<String> deeper = new ArrayList<>(words);
          deeper.add(name);
          all.addAll(commands(deeper, sub));
        });
    return all;
  }

  /** Numbers and pairs are refused before anyone could read a file. */
  private static boolean isText(OptionSpec option) {
    return !Map.class.isAssignableFrom(option.type())
        && Set.of(String.class, Path.class).contains(option.auxiliaryTypes()[0]);
  }

  @Test
  void shouldGiveEveryOptionOfEveryCommandItsValueAsItStands() {
    int tried = 0;
    for (Leaf leaf : commands(List.of(), line())) {
      for (OptionSpec option : leaf.line().getCommandSpec().options()) {
        if (option.arity().max() > 0 && isText(option)) {
          List<String> words = new ArrayList<>(leaf.words());
          words.add(option.longestName() + "=" + value);
          words.add(value);

          ParseResult parsed = parse(words);

          assertThat(parsed.originalArgs()).as("%s", words).contains(value);
          assertThat(parsed.matchedOption(option.longestName()))
              .as("%s", words)
              .isNotNull()
              .extracting(OptionSpec::originalStringValues, as(InstanceOfAssertFactories.LIST))
              .containsExactly(value);
          tried++;
        }
      }
    }
    assertThat(tried).isGreaterThan(50);
  }

  @Test
  void shouldSendTheContentOfTheFileOfABody() {
    CommandLine load = load("http://127.0.0.1:1/", "--body", value);

    assertThat(options(load).request("/").body()).isEqualTo(CONTENT);
    assertThat(options(load).request("/").method()).isEqualTo("POST");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -d            | false
          --data        | false
          --data-ascii  | false
          --data-binary | true
          --json        | true
          """)
  void shouldSendTheContentOfTheFileOfCurlsData(String option, boolean asItStands) {
    CurlCommand curl = curl("--", "curl", option, value, "http://127.0.0.1:1/");

    assertThat(curl.body()).isEqualTo(asItStands ? CONTENT : CONTENT.replace("\n", ""));
  }

  @Test
  void shouldSendRawDataOfCurlAsItStands() {
    assertThat(curl("--", "curl", "--data-raw", value, "http://127.0.0.1:1/").body())
        .isEqualTo(value);
  }

  private static CommandLine load(String... words) {
    CommandLine line = line();
    List<String> all = new ArrayList<>(List.of("load", "--rate", "1/s"));
    all.addAll(Arrays.asList(words));
    line.parseArgs(all.toArray(String[]::new));
    return Objects.requireNonNull(line.getSubcommands().get("load"));
  }

  private static RequestOptions options(CommandLine load) {
    return load.getCommandSpec().mixins().values().stream()
        .map(CommandLine.Model.CommandSpec::userObject)
        .filter(RequestOptions.class::isInstance)
        .map(RequestOptions.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static CurlCommand curl(String... words) {
    CommandLine load = load(words);
    List<String> given = load.getCommandSpec().positionalParameters().get(1).getValue();
    assertThat(load.getCommandSpec().positionalParameters().getFirst().<String>getValue())
        .isEqualTo("curl");
    return options(load).ofCurl(given);
  }
}
