package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests that one user sends in their order. The first is due by the schedule, each other one
 * when the one before it has ended, plus its think time. A failure ends the sequence.
 *
 * @param name 1 to 100 characters, before the names of its steps in results
 * @param steps 1 to 50
 * @param weight its relative frequency, 1 to 1,000,000
 * @param cookies whether a user keeps the cookies of answers and sends them
 */
public record Sequence(String name, List<Step> steps, int weight, boolean cookies) {
  private static final int MOST_STEPS = 50;
  private static final int MOST_CAPTURES = 20;
  private static final int MOST_WEIGHT = 1_000_000;
  private static final int LONGEST_NAME = 100;

  /**
   * One request of a sequence.
   *
   * @param request path, headers and body may have the values that earlier steps captured, as in
   *     {@code ${token}}; its weight does not matter
   * @param think the pause before it; none in the first step
   * @param captures the values to keep of its answer, by name
   */
  public record Step(RequestTemplate request, Think think, Map<String, Capture> captures) {
    /**
     * Keeps a copy.
     *
     * @throws FoliotException for a value out of range, with the remedy
     */
    public Step {
      captures = Collections.unmodifiableMap(new LinkedHashMap<>(captures));
      if (captures.size() > MOST_CAPTURES) {
        throw FoliotException.usage("a step captures at most " + MOST_CAPTURES + " values");
      }
      captures.keySet().forEach(Template::mustBeVariable);
    }
  }

  /**
   * Keeps a copy.
   *
   * @throws FoliotException if a step uses a value that no earlier one captures, or for a value out
   *     of range, with the remedy
   */
  public Sequence {
    steps = List.copyOf(steps);
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw FoliotException.usage(
          "a sequence needs a name of 1 to " + LONGEST_NAME + " characters");
    }
    if (steps.isEmpty() || steps.size() > MOST_STEPS) {
      throw FoliotException.usage("a sequence has 1 to " + MOST_STEPS + " steps");
    }
    if (weight < 1 || weight > MOST_WEIGHT) {
      throw FoliotException.usage("a weight of " + weight + ": from 1 to " + MOST_WEIGHT);
    }
    if (steps.getFirst().think().mostNs() > 0) {
      throw FoliotException.usage(
          "the first step of "
              + Shown.text(name)
              + " is due by the schedule: it has no think time");
    }
    Set<String> captured = new LinkedHashSet<>();
    for (Step step : steps) {
      RequestTemplate _ = step.request().knowing(captured);
      captured.addAll(step.captures().keySet());
    }
  }

  /** The names of the values that its steps capture, in the order of the first capture. */
  public List<String> variables() {
    Set<String> names = new LinkedHashSet<>();
    steps.forEach(step -> names.addAll(step.captures().keySet()));
    return List.copyOf(names);
  }

  /** The same of gRPC. */
  Sequence ofGrpc() {
    return new Sequence(
        name,
        steps.stream()
            .map(step -> new Step(step.request().ofGrpc(), step.think(), step.captures()))
            .toList(),
        weight,
        cookies);
  }

  /** The same with the names of its steps only. */
  Sequence withoutContent() {
    return new Sequence(
        name,
        steps.stream()
            .map(step ->
                new Step(RequestTemplate.named(step.request().name()), step.think(), Map.of()))
            .toList(),
        weight,
        cookies);
  }

  /** The names of its steps in results. */
  List<String> names() {
    return steps.stream().map(step -> name + ": " + step.request().name()).toList();
  }
}
