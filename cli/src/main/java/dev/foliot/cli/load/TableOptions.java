package dev.foliot.cli.load;

import dev.foliot.load.plan.LoadOption;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of the command line that a plan has too, from the one table of them. */
public final class TableOptions {
  private final CommandSpec spec = CommandSpec.create();
  private final Map<LoadOption, OptionSpec> options = new EnumMap<>(LoadOption.class);

  /** Some of the table, in the order of the help. */
  public TableOptions(Stream<LoadOption> all) {
    for (LoadOption one : (Iterable<LoadOption>) all::iterator) {
      OptionSpec.Builder builder =
          OptionSpec.builder(one.option()).description(one.description()).type(type(one));
      OptionSpec option =
          (one.label().isEmpty() ? builder : builder.paramLabel(one.label())).build();
      options.put(one, option);
      spec.addOption(option);
    }
  }

  private static Class<?> type(LoadOption of) {
    return switch (of.label()) {
      case "" -> boolean.class;
      case "N" -> Integer.class;
      case "FILE", "PATH" -> Path.class;
      default -> String.class;
    };
  }

  /** What the command mixes in. */
  public CommandSpec spec() {
    return spec;
  }

  /** The value that was given; null without one. */
  private @Nullable Object value(LoadOption of) {
    return Objects.requireNonNull(options.get(of)).getValue();
  }

  /** Whether a flag was given. */
  public boolean isGiven(LoadOption flag) {
    return Boolean.TRUE.equals(value(flag));
  }

  /** A number that was given; null without one. */
  public @Nullable Integer whole(LoadOption of) {
    return (Integer) value(of);
  }

  /** A text that was given; null without one. */
  public @Nullable String text(LoadOption of) {
    return (String) value(of);
  }

  /** A file that was given; null without one. */
  public @Nullable Path file(LoadOption of) {
    return (Path) value(of);
  }
}
