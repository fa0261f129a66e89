# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Smuggler's Hold: what to throw
#
# Six cards, two of them to the Hold, before path card and dice are known. Everything here is what the command line
# answers too; each answer ends with the command that repeats it.

# %%
# %matplotlib inline
from analyzer import games

game = games.load("smugglers-hold")
hand = "-3F +5C 10S 0 -10C 2F"
answer = game.discard(hand, dealer=True, samples=4000, explain=True)
answer

# %% [markdown]
# The forest of all fifteen throws. Filled dots are tied for the best: not excluded at the level of the interval.

# %%
answer.plot().figure

# %% [markdown]
# ## What is each card worth to keep?
#
# The best throw that leaves a card in the hand, less the best that sends it to the Hold.

# %%
answer.plot(kind="keeping").figure

# %% [markdown]
# ## What is the Hold worth?
#
# The parts of the value add up to it. `hold` is the 7 points of claiming it, `spoils` what the own four picks count.

# %%
frame = answer.to_frame().set_index("action")
frame[[name for name in frame.columns if name.startswith("parts.")]].head(5).round(2)

# %% [markdown]
# ## The lost figure
#
# The published chart's row for the Outer Rim is lost; 3 points are an assumption. The same deals under other figures:

# %%
import pandas as pd

pd.DataFrame(answer.document["sensitivity"])

# %% [markdown]
# ## The score
#
# Ranked by the chance to win the game, a throw may change. The same six cards at 0-0 and at 110-112:

# %%
close = "-8S -5C -3S +1S +2S +3C"
rows = []
for score in ("0-0", "110-112"):
    ranked = game.discard(close, pone=True, score=score, samples=4000).to_frame()
    rows.append(ranked.head(3).assign(score=score)[["score", "action", "value", "low", "high", "points"]])
pd.concat(rows).reset_index(drop=True)

# %% [markdown]
# ## The race
#
# The chance to win from every pair of scores between two equal players, for the one who deals next.

# %%
race = game.race()
race.plot().figure

# %% [markdown]
# ## How good are the players behind the advice?
#
# Mirrored deals: each is played twice, with the seats swapped, so that the luck of the cards cancels.

# %%
match = game.simulate("lookahead,greedy", hands=20_000)
match.plot().figure
