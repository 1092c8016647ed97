package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** A walk from each element to its next sibling. */
public final class Siblings extends JsoupTask {
  private Element first;

  @Override
  void prepare() {
    first = Jsoup.parse(Pages.articles(300)).select(".article").first();
  }

  @Override
  Object work() {
    int count = 0;
    for (Element at = first; at != null; at = at.nextElementSibling()) {
      count++;
    }
    return count;
  }
}
