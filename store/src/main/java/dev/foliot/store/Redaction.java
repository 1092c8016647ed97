package dev.foliot.store;

import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets before data is stored: {@code ***} replaces each one.
 *
 * <p>It recognises a secret by the name before it ({@code --password X}, {@code -Dapi.key=X},
 * {@code TOKEN=X}, {@code ?token=X}, {@code "secret": "X"}, {@code X-Api-Key: X}) or by its place
 * in a URL ({@code https://X@host}). A name is suspicious if it contains password, passwd,
 * passphrase, token, secret, key, credential, cookie or authorization in any case, or the word
 * pass, pw or pwd. In doubt it removes the value: {@code --keyspace 100} becomes {@code --keyspace
 * ***}. It keeps values only if the name's last word marks them as harmless: type, size, count,
 * length, bits, format, algorithm, as in {@code --keystore-type JKS}.
 *
 * <p>It cannot recognise a secret that is a word without a name. A second redaction changes
 * nothing.
 */
public final class Redaction {
  private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][\\w.-]*+");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("((?:-J)?--?D?)?([\\w.-]++)=.*+", Pattern.DOTALL);

  private static final Pattern HARMLESS = Pattern.compile("-?[0-9.]{1,9}|true|false");

  /** Options of curl, hey, oha, wget and others that take NAME:PASSWORD. */
  private static final Set<String> CREDENTIAL_OPTIONS =
      Set.of("-u", "-U", "-a", "--user", "--auth", "--basic-auth", "--proxy-user");

  private Redaction() {}

  /** Removes secrets from the words of a command line, or the arguments of a JVM. */
  public static List<String> command(List<String> words) {
    List<String> redacted = new ArrayList<>(words.size());
    String before = "";
    for (String word : words) {
      redacted.add(isSecretAfter(before, word) ? Secrets.MASK : word(word));
      before = word;
    }
    return List.copyOf(redacted);
  }

  /** Removes secrets from a text. */
  public static String text(String text) {
    return Secrets.mask(text);
  }

  private static boolean isSecretAfter(String option, String word) {
    return (OPTION.matcher(option).matches() && Secrets.isSuspicious(option))
        || (CREDENTIAL_OPTIONS.contains(option) && word.contains(":"));
  }

  /** A word that is an assignment has one value, whatever it contains. */
  private static String word(String word) {
    Matcher assignment = ASSIGNMENT.matcher(word);
    if (assignment.matches() && Secrets.isSuspicious(assignment.group(2))) {
      return word.substring(0, assignment.end(2) + 1) + Secrets.MASK;
    }
    return Secrets.mask(word);
  }

  /** A number or a truth value is no secret, whatever its name: {@code keys=64}. */
  static Arm arm(Arm arm) {
    Map<String, String> params = new LinkedHashMap<>();
    arm.params()
        .forEach((name, value) ->
            params.put(name, HARMLESS.matcher(value).matches() ? value : named(name, value)));
    Arm.Build build = arm.build();
    return new Arm(
        arm.jdk(),
        arm.jdkVersion(),
        command(arm.jvmArgs()),
        arm.cpus(),
        params,
        build == null
            ? null
            : new Arm.Build(
                text(build.label()), build.benchmark(), text(build.classPath()), build.commit()));
  }

  /** Reasons without secrets. */
  public static List<Reason> reasons(List<Reason> reasons) {
    return reasons.stream().map(Redaction::reason).toList();
  }

  /** Removes secrets from a reason. */
  public static Reason reason(Reason reason) {
    return Reasons.withStrings(reason, Redaction::text);
  }

  /** Removes secrets from a verdict. */
  public static Validity validity(Validity validity) {
    return Validity.of(validity.verdict(), reasons(validity.reasonCodes()));
  }

  /** Removes secrets from a named text; all of it, if the name marks a secret. */
  public static String named(String name, String text) {
    return Secrets.isSuspicious(name) ? Secrets.MASK : text(text);
  }

  /** Removes secrets from named texts, such as environment variables, in the same order. */
  public static Map<String, String> named(Map<String, String> texts) {
    Map<String, String> redacted = new LinkedHashMap<>();
    texts.forEach((name, text) -> redacted.put(name, named(name, text)));
    return Collections.unmodifiableMap(redacted);
  }

  static Map<String, Object> facts(Map<?, ?> facts) {
    Map<String, Object> redacted = new LinkedHashMap<>();
    facts.forEach((name, fact) -> redacted.put((String) name, fact((String) name, fact)));
    return redacted;
  }

  private static Object fact(String name, Object fact) {
    return switch (fact) {
      case Map<?, ?> map -> facts(map);
      case List<?> list -> list.stream().map(one -> fact(name, one)).toList();
      case String text -> named(name, text);
      default -> fact;
    };
  }
}
