"""What can be read on a page: text that is cut, and texts that lie over one another."""

from __future__ import annotations

from tests.browser.screens import Screen

UNREADABLE = """() => {
    const SLACK = 1.5;
    const isHidden = (element) => !element.checkVisibility({visibilityProperty: true})
        // A piece on the map may stand on a name, with the count it carries.
        || element.closest(".hidden-text, option, script, style, title, noscript, .sized");
    const box = ({left, top, right, bottom}) => ({left, top, right, bottom});
    const within = (a, b) => ({
        left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
    });
    const isSeen = ({left, top, right, bottom}) => right - left > SLACK && bottom - top > SLACK;

    /** What is seen of a line, or how it is cut: what scrolls may reach further than is seen. */
    const look = (element, line) => {
        let seen = line;
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at);
            // The parts of a drawing have no edge of their own; what is clipped away is hidden.
            if (style.clipPath !== "none") return {seen: null};
            if (at.ownerSVGElement || style.display === "contents") continue;
            for (const [way, near, far] of [["X", "left", "right"], ["Y", "top", "bottom"]]) {
                const overflow = style[`overflow${way}`];
                if (overflow === "visible") continue;
                const edge = at.getBoundingClientRect();
                // The map is moved by hand; what lies outside of its frame can be brought in.
                const scrolls = /auto|scroll/.test(overflow) || at.matches(".frame");
                if (scrolls) seen = {
                    ...seen,
                    [near]: Math.max(seen[near], edge[near]),
                    [far]: Math.min(seen[far], edge[far]),
                };
                else if (isSeen(seen)
                    && (seen[near] < edge[near] - SLACK || seen[far] > edge[far] + SLACK))
                    return {cut: `by <${at.localName} class="${at.getAttribute("class") ?? ""}">`};
            }
            if (!isSeen(seen)) return {seen: null};
            if (style.position === "fixed") break;
        }
        const page = document.documentElement;
        const longer = page.scrollHeight > innerHeight + SLACK;
        if (seen.left < -SLACK || seen.right > innerWidth + SLACK) return {cut: "by the side"};
        if (!longer && (seen.top < -SLACK || seen.bottom > innerHeight + SLACK))
            return {cut: "by the foot of the page"};
        const shown = within(seen, {left: 0, top: 0, right: innerWidth, bottom: innerHeight});
        return {seen: isSeen(shown) ? shown : null};
    };

    const isOpaque = (element) =>
        !/^rgba\\(.*, 0(\\.[0-7]\\d*)?\\)$/.test(getComputedStyle(element).backgroundColor);

    /** Whether something else lies over the middle of a line, and hides it. */
    const isCovered = (element, {left, top, right, bottom}) => {
        let over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        while (over && !over.contains(element) && !element.contains(over)) {
            if (isOpaque(over)) return true;
            over = over.parentElement;
        }
        return false;
    };

    /** Whether a line stands on a ground of its own, laid over another line, as a tip is. */
    const hides = ({element}, other) => {
        // The number of an order stands on its disc; two of them must not lie upon each other.
        if (element.closest("g.number") && !other.element.closest("g.number")) return true;
        for (let at = element; at && !at.contains(other.element); at = at.parentElement)
            if (isOpaque(at)) return true;
        return false;
    };

    /** Where the letters of a line are: what reaches above and below them is mostly empty. */
    const letters = ({left, top, right, bottom}) => {
        const rest = (bottom - top) * 0.2;
        return {left: left + 0.5, top: top + rest, right: right - 0.5, bottom: bottom - rest};
    };

    const faults = [];
    const lines = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
        const [node, element] = [walker.currentNode, walker.currentNode.parentElement];
        const text = node.textContent.trim();
        if (!text || isHidden(element)) continue;
        range.selectNodeContents(node);
        // A line that was made narrower is as wide as its element, and not as its letters.
        const rects = element.hasAttribute("textLength") ? [element.getBoundingClientRect()]
            : range.getClientRects();
        for (const rect of rects) {
            if (!isSeen(box(rect))) continue;
            const {cut, seen} = look(element, letters(rect));
            if (cut) faults.push(`"${text}" is cut ${cut}`);
            else if (seen && !isCovered(element, seen)) lines.push({node, text, element, seen});
        }
    }
    lines.forEach((one, i) => lines.slice(i + 1).forEach((other) => {
        if (one.node !== other.node && isSeen(within(one.seen, other.seen))
            && !hides(one, other) && !hides(other, one))
            faults.push(`"${one.text}" and "${other.text}" overlap`);
    }));
    return [...new Set(faults)];
}"""
"""Every text that is cut without a box to scroll it in, and every two that overlap."""


def unreadable(screen: Screen) -> list[str]:
    """What of the page as it is now cannot be read."""
    found: list[str] = screen.page.evaluate(UNREADABLE)
    return found
