package dev.foliot.load.http;

import dev.foliot.load.Capture;
import dev.foliot.load.Sequence;
import dev.foliot.load.Think;
import java.util.List;

/**
 * What one message of a schedule stands for: a single request, or a sequence of them. Immutable.
 *
 * @param requests in their order
 * @param thinks the pause before each
 * @param wanted the values to capture from the answer to each
 * @param variables the number of values that a user has
 * @param cookies whether a user keeps cookies
 */
record Script(
    List<Request> requests,
    List<Think> thinks,
    List<List<Wanted>> wanted,
    int variables,
    boolean cookies) {
  /**
   * A value to capture.
   *
   * @param variable its place among the variables
   */
  record Wanted(int variable, Capture capture) {}

  /** A single request, which needs no user. */
  static Script single(Request request) {
    return new Script(List.of(request), List.of(Think.NONE), List.of(List.of()), 0, false);
  }

  /** A sequence, with its requests. */
  static Script of(Sequence sequence, List<Request> requests) {
    List<String> names = sequence.variables();
    return new Script(
        requests,
        sequence.steps().stream().map(Sequence.Step::think).toList(),
        sequence.steps().stream()
            .map(step ->
                step.captures().entrySet().stream()
                    .map(one -> new Wanted(names.indexOf(one.getKey()), one.getValue()))
                    .toList())
            .toList(),
        names.size(),
        sequence.cookies());
  }

  /** Whether a user must be remembered between its requests. */
  boolean hasUser() {
    return requests.size() > 1 || variables > 0;
  }
}
