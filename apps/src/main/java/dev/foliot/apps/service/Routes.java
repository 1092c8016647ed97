package dev.foliot.apps.service;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which endpoint serves which method and path. Immutable. */
public final class Routes {
  private final List<Route> routes;

  private Routes(List<Route> routes) {
    this.routes = routes;
  }

  /** None yet. */
  public static Routes none() {
    return new Routes(List.of());
  }

  /**
   * These and one more.
   *
   * @param method in capitals
   * @param pattern a path, with {@code {}} for a segment that may be anything but empty
   */
  public Routes with(String method, String pattern, Endpoint endpoint) {
    List<Route> more = new ArrayList<>(routes);
    more.add(new Route(method, List.of(pattern.split("/", -1)), endpoint));
    return new Routes(List.copyOf(more));
  }

  /** Hands the request to its endpoint, or answers 404 or 405. */
  void serve(Request request, Reply reply) {
    List<String> path = List.of(request.path().split("/", -1));
    List<Route> there = new ArrayList<>();
    for (Route route : routes) {
      List<String> variables = new ArrayList<>(2);
      if (route.matches(path, variables)) {
        if (route.method.equals(request.method())) {
          route.endpoint.serve(request.with(List.copyOf(variables)), reply);
          return;
        }
        there.add(route);
      }
    }
    reply.send(
        there.isEmpty()
            ? Answer.error(404, "not_found", "nothing is at this path")
            : Answer.wrongMethod(
                there.stream().map(Route::method).sorted().collect(Collectors.joining(", "))));
  }

  private record Route(String method, List<String> segments, Endpoint endpoint) {
    private boolean matches(List<String> path, List<String> variables) {
      if (path.size() != segments.size()) {
        return false;
      }
      for (int i = 0; i < path.size(); i++) {
        String given = path.get(i);
        if (segments.get(i).equals("{}") && !given.isEmpty()) {
          variables.add(given);
        } else if (!segments.get(i).equals(given)) {
          return false;
        }
      }
      return true;
    }
  }
}
