package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A selector whose costly part stands first. */
public final class SelectComplex extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.select("div:has(span):matches(Last) .title.none");
  }
}
